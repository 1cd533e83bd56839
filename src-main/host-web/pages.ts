/** The two small pages that the web host writes itself. */

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1.5rem;color-scheme:light dark}code{font-size:.95em}'

/** Says how to get in. */
export function refusalPage(reason: string): string {
  return page(
    'Baton is closed to this browser',
    `<h1>Baton is here, but this address is not enough</h1>
<p>${escapeHtml(reason)}</p>
<p>Open the whole address that Baton printed when it started. It looks like
<code>http://127.0.0.1:PORT/?token=...</code> and is new at every start.</p>`,
  )
}

/**
 * Sends the browser on to the page itself. A redirect would not do for a visitor from another site: the cookie counts
 * as foreign until a page of ours is the one that navigates.
 */
export function enterPage(): string {
  return page('Baton', '<p><a href="/">Open Baton</a></p>', '<meta http-equiv="refresh" content="0;url=/">')
}

function page(title: string, body: string, head = ''): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}<style>${STYLE}</style></head>
<body>${body}</body></html>
`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
