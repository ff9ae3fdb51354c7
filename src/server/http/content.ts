/** Values of the header `content-type`. */
export const contentTypes = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  script: 'text/javascript; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  css: 'text/css; charset=utf-8',
} as const

/** `content-type` of the build's files, by the ending of their names. */
export const fileTypes: Readonly<Record<string, string | undefined>> = {
  '.css': contentTypes.css,
  '.html': contentTypes.html,
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': contentTypes.json,
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': contentTypes.text,
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

/** `cache-control` of a file whose address changes with its content: the viewer's browser stores it for a day, no cache between does. */
export const privateForADay = 'private, max-age=86400, immutable'

/** `content-disposition` of a download. @param name ASCII without quotation marks */
export const attachment = (name: string) => `attachment; filename="${name}"`
