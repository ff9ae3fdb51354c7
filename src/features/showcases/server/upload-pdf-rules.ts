import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFRawStream,
  PDFStream,
  PDFString,
  type PDFObject,
} from '@cantoo/pdf-lib'

/**
 * What makes a document more than something to read. Every object of a file is looked at, whether anything leads to it or not, as the
 * parser has it: object streams are unpacked, escapes of names are resolved. `docs/security.md`, files that people upload.
 */

/** Names come from the file: one that every object of ours has (`toString`) is none of these. */
const namesOf = (names: Record<string, string>) => new Map(Object.entries(names))

/** Keys that no document to be read needs, and what their presence means. */
const refusedKeys = namesOf({
  JS: 'JavaScript',
  JavaScript: 'JavaScript',
  AA: 'azioni automatiche',
  XFA: 'un modulo XFA',
  EF: 'file incorporati',
  EmbeddedFiles: 'file incorporati',
  Collection: 'file incorporati',
  RichMediaContent: 'contenuti multimediali',
  RichMediaSettings: 'contenuti multimediali',
  Rendition: 'contenuti multimediali',
  Encrypt: 'una cifratura',
})

/** Values of `/S`: actions that do more than turn to a page or open a web address. */
const refusedActions = namesOf({
  JavaScript: 'JavaScript',
  Launch: 'avvio di programmi',
  SubmitForm: 'invio di moduli',
  ImportData: 'importazione di dati',
  ResetForm: 'azioni su moduli',
  Hide: 'azioni automatiche',
  SetOCGState: 'azioni automatiche',
  GoToR: 'collegamenti ad altri file',
  GoToE: 'collegamenti a file incorporati',
  GoToDp: 'collegamenti ad altri file',
  Rendition: 'contenuti multimediali',
  Movie: 'contenuti multimediali',
  Sound: 'contenuti multimediali',
  RichMediaExecute: 'contenuti multimediali',
  GoTo3DView: 'contenuti 3D',
})

/** Values of `/Type` and `/Subtype`. */
const refusedTypes = namesOf({
  EmbeddedFile: 'file incorporati',
  FileAttachment: 'file incorporati',
  RichMedia: 'contenuti multimediali',
  Movie: 'contenuti multimediali',
  Sound: 'contenuti multimediali',
  Screen: 'contenuti multimediali',
  Rendition: 'contenuti multimediali',
  '3D': 'contenuti 3D',
  U3D: 'contenuti 3D',
  PRC: 'contenuti 3D',
})

/** Deeper ones nobody writes. */
const deepest = 200

/**
 * What is active in a document, in Italian and each once; empty where nothing is.
 * @param objects all that the file holds
 */
export function activeContent(objects: Iterable<PDFObject>): string[] {
  const found = new Set<string>()
  for (const object of objects) look(object, found, 0)
  return [...found]
}

function look(object: PDFObject, found: Set<string>, depth: number): void {
  if (depth > deepest) return void found.add('una struttura troppo profonda')
  if (object instanceof PDFArray) {
    for (const part of object.asArray()) look(part, found, depth + 1)
  } else if (object instanceof PDFDict) {
    judge(object, found)
    for (const part of object.values()) look(part, found, depth + 1)
  } else if (object instanceof PDFStream) {
    // Its bytes would come from elsewhere.
    if (object.dict.has(PDFName.of('F'))) found.add('collegamenti ad altri file')
    look(object.dict, found, depth + 1)
  }
}

function judge(dict: PDFDict, found: Set<string>): void {
  for (const key of dict.keys()) {
    const why = refusedKeys.get(key.decodeText())
    if (why !== undefined) found.add(why)
  }
  const named = (key: string) => {
    const value = dict.lookup(PDFName.of(key))
    return value instanceof PDFName ? value.decodeText() : ''
  }
  const action = refusedActions.get(named('S'))
  if (action !== undefined) found.add(action)
  for (const key of ['Type', 'Subtype']) {
    const why = refusedTypes.get(named(key))
    if (why !== undefined) found.add(why)
  }
  if (dict.has(PDFName.of('URI')) && named('Type') !== 'Catalog' && !leadsToWeb(dict)) {
    found.add('collegamenti che non portano al web')
  }
  if (named('Subtype') === 'Form' && dict.has(PDFName.of('Ref'))) found.add('collegamenti ad altri file')
  // A place to begin at is no action.
  const opening = dict.lookup(PDFName.of('OpenAction'))
  if (opening instanceof PDFDict && named('Type') === 'Catalog' && !isJump(opening)) found.add('azioni all’apertura')
}

const isJump = (action: PDFDict) => action.lookup(PDFName.of('S')) === PDFName.of('GoTo')

/** `/URI` in the catalog is a dictionary with the base of relative links. */
function leadsToWeb(dict: PDFDict): boolean {
  const value = dict.lookup(PDFName.of('URI'))
  if (!(value instanceof PDFString || value instanceof PDFHexString)) return value instanceof PDFDict
  // Many write `www.example.it`.
  const url = URL.parse(value.decodeText(), 'https://example.invalid')
  return url !== null && ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)
}

/** Parts of the file's own frame, which were unpacked and are written anew. */
export function isFrame(object: PDFObject): boolean {
  if (!(object instanceof PDFRawStream)) return false
  const type = object.dict.lookup(PDFName.of('Type'))
  return type === PDFName.of('ObjStm') || type === PDFName.of('XRef')
}
