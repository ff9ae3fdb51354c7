/**
 * Closes the menus at the foot: with a press or the focus elsewhere, with a choice, with Esc. A focus inside moves to the menu's
 * button.
 */
function closeMenus(isOver: (menu: HTMLDetailsElement) => boolean): void {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('.foot-menu[open]')) {
    if (!isOver(menu)) continue
    if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus()
    menu.open = false
  }
}

const isElsewhere =
  ({ target }: Event) =>
  (menu: HTMLDetailsElement) =>
    target instanceof Node && !menu.contains(target)

function closeOnChoice({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null
  if (link !== null) closeMenus((menu) => menu.contains(link))
}

// For as long as the page lives: modules are run once.
document.addEventListener('pointerdown', (event) => closeMenus(isElsewhere(event)))
document.addEventListener('focusin', (event) => closeMenus(isElsewhere(event)))
document.addEventListener('click', closeOnChoice)
document.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') closeMenus(() => true)
})

export {}
