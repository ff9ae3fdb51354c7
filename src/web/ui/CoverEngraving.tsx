/** One large rosette, cropped, in a corner of a cover. Its drawing is a file of its own: no page carries the lines. */
export function CoverEngraving() {
  return <span className="engraving" aria-hidden="true" />
}
