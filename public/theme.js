// Blocking and first in the head: the theme's class stands before the first paint.
;(function () {
  var saved = null
  try {
    saved = localStorage.getItem('theme')
  } catch (_) {}
  var dark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
  // The button of the pages without an application; it stays hidden where no script could answer it.
  document.addEventListener('DOMContentLoaded', function () {
    var button = document.querySelector('[data-theme-button]')
    if (!button) return
    button.hidden = false
    button.addEventListener('click', function () {
      var isDark = document.documentElement.classList.toggle('dark')
      try {
        localStorage.setItem('theme', isDark ? 'dark' : 'light')
      } catch (_) {}
    })
  })
})()
