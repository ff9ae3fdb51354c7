/** Largest uploads in bytes; one more byte is refused. */
export const IMAGE_BYTES_MAX = 2_097_152
export const PDF_BYTES_MAX = 10 * 1024 * 1024

/** Why a chosen file is refused: by the browser before it is sent, and by the server. */
export const pictureUnsupported = 'Formato non supportato. Usa JPEG, PNG o WebP'
export const pictureTooLarge = 'File troppo grande. Massimo 2MB'
export const pdfUnsupported = 'Solo file PDF sono supportati'
export const pdfTooLarge = 'File troppo grande. Massimo 10MB'
