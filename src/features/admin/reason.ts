/** Characters of the reason for which an admin reads a secret. */
export const reasonLength = { min: 5, max: 200 }
const range = `da ${reasonLength.min} a ${reasonLength.max} caratteri.`
export const reasonHelp = `D${range.slice(1)}`
export const reasonError = `Scrivi il motivo, ${range}`
