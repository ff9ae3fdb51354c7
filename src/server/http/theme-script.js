// Blocking and first in the head: the theme's class stands before the first paint.
;(function () {
  var saved = null
  try {
    saved = localStorage.getItem('theme')
  } catch {}
  var dark = saved ? saved === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.classList.toggle('dark', dark)
  // A browser's first object of each of these classes takes 2 to 15 ms: it makes them while it waits for the application, which needs them.
  var makers = [
    function () {
      return Intl.DateTimeFormat('it', { timeZone: 'Europe/Rome' })
    },
    function () {
      return Intl.NumberFormat('it')
    },
    function () {
      return new Intl.DisplayNames('it', { type: 'region' })
    },
  ]
  function makeNext() {
    if (makers.length === 0 || !document.querySelector('script[type=module]')) return
    makers.shift()()
    window.requestIdleCallback(makeNext)
  }
  if (window.requestIdleCallback) window.requestIdleCallback(makeNext)
  // The worker shows the offline page where a page cannot be loaded (`src/site/server/offline/`). It comes after the page's own files.
  if (navigator.serviceWorker) {
    var address = '/service-worker.js'
    // Made by the first script of the page, the only policy of its name names this address alone.
    var policy =
      self.trustedTypes &&
      trustedTypes.createPolicy('service-worker', {
        createScriptURL: function () {
          return address
        },
      })
    addEventListener('load', function () {
      navigator.serviceWorker.register(policy ? policy.createScriptURL('') : address).catch(function () {})
    })
  }
  // The button of the pages without an application; it stays hidden where no script could answer it.
  document.addEventListener('DOMContentLoaded', function () {
    var button = document.querySelector('[data-theme-button]')
    if (!button) return
    button.hidden = false
    button.addEventListener('click', function () {
      var isDark = document.documentElement.classList.toggle('dark')
      try {
        localStorage.setItem('theme', isDark ? 'dark' : 'light')
      } catch {}
    })
  })
})()
