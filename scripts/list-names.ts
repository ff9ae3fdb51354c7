// Lists every exported name and every file name of the repository, for a person to read against docs/glossary.md:
//   npm run names            all of them, a line each: name, tab, file
//   npm run names -- WORD …  those in which a word begins so
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

const words = process.argv.slice(2).map((word) => word.toLowerCase())
const files = execFileSync('git', ['ls-files', 'src', 'scripts', 'bench', 'e2e', 'ea/host'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(?:tsx?|mjs|css)$/.test(file))

const exported = /^export (?:default )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm

for (const file of files) {
  const names = file.endsWith('.css')
    ? []
    : [...readFileSync(file, 'utf8').matchAll(exported)].map(([, name = '']) => name)
  for (const name of [basename(file), ...names]) {
    const parts = name
      .replace(/([a-z\d])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z\d]+/)
    if (words.length === 0 || words.some((word) => parts.some((part) => part.startsWith(word)))) {
      console.log(`${name}\t${file}`)
    }
  }
}
