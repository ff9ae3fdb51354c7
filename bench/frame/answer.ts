/** Node adds these itself. */
const own = /^(date|connection|keep-alive|transfer-encoding)$/i

/** The parts of a whole answer, without the headers that node adds to each. */
export function readAnswer(answer: Buffer): { status: number; headers: [string, string][]; body: Buffer } {
  const end = answer.indexOf('\r\n\r\n')
  const [first = '', ...lines] = answer.subarray(0, end).toString('latin1').split('\r\n')
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon), line.slice(colon + 1).trim()]
  })
  return {
    status: Number(first.split(' ')[1]),
    headers: headers.filter(([name]) => !own.test(name)),
    body: answer.subarray(end + 4),
  }
}
