/** The answer of another server is longer than the caller takes. */
export class AnswerTooLong extends Error {}

/**
 * Reads an answer's text and stops at its limit, so that no server can fill our memory. `longest` is in bytes.
 * @throws AnswerTooLong beyond it, Error as `fetch` does
 */
export async function fetchedText(response: Response, longest: number): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.byteLength
    if (length > longest) throw new AnswerTooLong(`the answer is longer than ${longest} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
