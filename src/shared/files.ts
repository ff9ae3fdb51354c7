/** Of an uploaded picture, in bytes; one more is refused. */
export const IMAGE_BYTES_MAX = 2_097_152
