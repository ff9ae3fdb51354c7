// Who is signed in, on the pages without an application: the token and the call are those of the site (`web/session.ts`). Without it, or
// without a session, the page shows the way in.
;(function () {
  var KEY = 'trader_token'
  var storages = [
    function () { return localStorage },
    function () { return sessionStorage },
  ]
  var shown = null

  function token() {
    for (var i = 0; i < storages.length; i++) {
      try {
        var held = storages[i]().getItem(KEY)
        if (held) return held
      } catch (_) {}
    }
    return null
  }

  function end() {
    storages.forEach(function (storage) {
      try { storage().removeItem(KEY) } catch (_) {}
    })
    show(null)
  }

  function headers(held) {
    return { authorization: 'Bearer ' + held }
  }

  /** Shows the parts for this person: null for visitors; without a viewer, for somebody whose name is not known yet. */
  function show(session) {
    shown = session
    var viewer = session && session.viewer
    var groups = {
      visitors: session === null,
      'signed-in': session !== null,
      showcase: Boolean(viewer && (viewer.is_diamond || viewer.is_admin)),
      'without-diamond': Boolean(viewer && !viewer.is_diamond && !viewer.is_admin),
      'without-plan': Boolean(viewer && !viewer.subscription.access.leaderboard && !viewer.is_admin),
      admins: Boolean(viewer && viewer.is_admin),
    }
    document.querySelectorAll('[data-for]').forEach(function (part) {
      part.hidden = !groups[part.getAttribute('data-for')]
    })
    if (groups.admins) readClosed(session.token)
    else showClosed(false)
    document.querySelectorAll('[data-viewer-name]').forEach(function (link) {
      link.textContent = viewer ? viewer.trader_info.display_name : 'Il tuo account'
    })
  }

  function showClosed(isClosed) {
    document.querySelectorAll('[data-closed]').forEach(function (line) {
      line.hidden = !isClosed
    })
  }

  /** An admin reads here too that the site is closed, and opens it again. */
  function readClosed(held) {
    fetch('/api/admin/maintenance/status', { headers: headers(held), cache: 'no-store' }).then(
      function (answer) {
        if (answer.ok) return answer.json().then(function (state) { showClosed(state.enabled) })
      },
      function () {},
    )
  }

  document.addEventListener('click', function (event) {
    var held = token()
    if (held === null || !event.target.closest('[data-open-site]')) return
    fetch('/api/admin/maintenance/toggle?enabled=false', { method: 'POST', headers: headers(held) }).then(
      function () { readClosed(held) },
      function () {},
    )
  })

  function read() {
    var held = token()
    if (held === null) return show(null)
    if (shown && shown.token === held) return
    show({ token: held })
    fetch('/api/dashboard', { headers: headers(held), cache: 'no-store' }).then(
      function (answer) {
        if (token() !== held) return read()
        if (answer.status === 401 || answer.status === 403) return end()
        if (answer.ok) return answer.json().then(function (viewer) { show({ token: held, viewer: viewer }) })
      },
      function () {},
    )
  }

  document.addEventListener('click', function (event) {
    if (!event.target.closest('[data-logout]')) return
    var held = token()
    if (held !== null) fetch('/api/auth/logout', { method: 'POST', headers: headers(held), keepalive: true }).catch(function () {})
    end()
    location.assign('/')
  })
  addEventListener('storage', read)
  addEventListener('pageshow', read)
  read()
})()
