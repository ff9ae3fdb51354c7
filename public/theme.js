// Blocking and first in the head: the theme's class stands before the first paint.
;(function () {
  var saved = null
  try {
    saved = localStorage.getItem('theme')
  } catch (_) {}
  var dark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
})()
