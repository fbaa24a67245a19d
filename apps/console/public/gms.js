// The site's own settings. A server that has any answers this address itself; this empty object is the standard build.
window.gmsConfig = window.gmsConfig || {}
