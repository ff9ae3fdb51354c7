import * as z from 'zod/mini'
import { endpoint } from '#shared/endpoint.ts'
import { count } from '#shared/wire.ts'

const refusals = ['DIAMOND_REQUIRED', 'SECOND_FACTOR_REQUIRED', 'VALIDATION', 'UPLOAD_QUOTA', 'STORAGE_FULL'] as const

export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/showcases/upload-image',
  access: 'user',
  summary:
    'Carica un’immagine della vetrina: multipart/form-data, campo file; JPEG, PNG o WebP fino a 2.097.152 byte. Viene riscritta in tre larghezze, senza metadati',
  response: z.object({
    /** Address of the widest file; the others have `-800` and `-400` in place of `-1600`. */
    file_url: z.string(),
    /** Size of the widest file, in pixels. */
    width: count,
    height: count,
  }),
  errors: [...refusals, 'FILE_TOO_LARGE', 'IMAGE_UNSUPPORTED', 'IMAGE_UNREADABLE', 'IMAGE_TOO_WIDE'],
})

export const uploadPdf = endpoint({
  method: 'POST',
  path: '/api/showcases/upload-pdf',
  access: 'user',
  summary:
    'Carica il PDF della vetrina: multipart/form-data, campo file; fino a 10 MiB, senza elementi attivi, non cifrato. Viene riscritto, e si scarica soltanto',
  response: z.object({
    file_url: z.string(),
    /** The file’s own name without its ending: the title until the owner writes another one. */
    name: z.string(),
  }),
  errors: [...refusals, 'PDF_TOO_LARGE', 'PDF_UNSUPPORTED', 'PDF_REFUSED'],
})
