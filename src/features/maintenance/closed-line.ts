/** The line that admins read at the top of each page while the site is closed, on pages with and without an application. */
export const closedLine = {
  lead: 'Sito in manutenzione:',
  rest: 'lo vedono solo gli amministratori.',
  open: 'Disattiva',
}
