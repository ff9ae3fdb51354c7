/** Values of the header `content-type`. */
export const contentTypes = {
  json: 'application/json; charset=utf-8',
  html: 'text/html; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
} as const

/** `cache-control` of a file whose address changes with its content: the viewer's browser stores it for a day, no cache between does. */
export const privateForADay = 'private, max-age=86400, immutable'

/** `content-disposition` of a download. @param name ASCII without quotation marks */
export const attachment = (name: string) => `attachment; filename="${name}"`
