/** The first script of the page (`server/http/theme-script.js`) sets the class before the first paint; this changes it afterwards. */
export function toggleTheme(): void {
  const dark = document.documentElement.classList.toggle('dark')
  try {
    localStorage.setItem('theme', dark ? 'dark' : 'light')
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
