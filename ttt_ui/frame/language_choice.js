// Tells screen readers the language of the page, and remembers the one the visitor has picked.
export default function ({ data }) {
  document.documentElement.lang = data.language;
  if (data.cookie) document.cookie = data.cookie;
}
