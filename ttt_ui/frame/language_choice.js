// Tells screen readers the language of the page, gives the styles the words that Streamlit says in
// English, and remembers the language that the visitor has picked.
export default function ({ data }) {
  const page = document.documentElement;
  page.lang = data.language;
  for (const [name, words] of Object.entries(data.words)) {
    page.style.setProperty(name, JSON.stringify(words));
  }
  page.dataset.said = JSON.stringify(data.said);
  if (data.cookie) document.cookie = data.cookie;
}
