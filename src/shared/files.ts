/** Largest uploads in bytes; one more byte is refused. */
export const IMAGE_BYTES_MAX = 2_097_152
export const PDF_BYTES_MAX = 10 * 1024 * 1024
