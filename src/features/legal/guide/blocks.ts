/**
 * A guide's text, drawn as HTML for the site and as Markdown for `docs/`. Inside texts `code` stands between backticks and
 * **strong words** between two stars: both forms support them.
 */
export type Block =
  | { text: string }
  | { points: readonly string[] }
  | { steps: readonly string[] }
  | { code: string }
  | { head: readonly string[]; rows: readonly (readonly string[])[] }

export interface GuideSection {
  /** The target of links: `#ID`. */
  id: string
  title: string
  blocks: readonly Block[]
}

/** Sections with a table of contents before them. */
export function guideHtml(sections: readonly GuideSection[]): string {
  const contents = sections.map(({ id, title }) => `<li><a href="#${id}">${inline(title)}</a></li>`).join('')
  const bodies = sections.map(
    ({ id, title, blocks }) =>
      `<section id="${id}"><h2>${inline(title)}</h2>${blocks.map((block) => blockHtml(block, title)).join('')}</section>`,
  )
  return `<nav class="contents" aria-label="In questa guida"><ul>${contents}</ul></nav>\n${bodies.join('\n')}`
}

function blockHtml(block: Block, title: string): string {
  if ('text' in block) return `<p>${inline(block.text)}</p>`
  if ('points' in block) return `<ul>${items(block.points)}</ul>`
  if ('steps' in block) return `<ol>${items(block.steps)}</ol>`
  if ('code' in block) return `<pre tabindex="0"><code>${escaped(block.code)}</code></pre>`
  const head = block.head.map((cell) => `<th scope="col">${inline(cell)}</th>`).join('')
  const rows = block.rows.map(([first = '', ...rest]) => {
    const cells = rest.map((cell) => `<td>${inline(cell)}</td>`).join('')
    return `<tr><th scope="row">${inline(first)}</th>${cells}</tr>`
  })
  return (
    `<div class="scroll prose" tabindex="0" role="region" aria-label="${inline(title)}: ${inline(block.head[0] ?? '')}">` +
    `<table><thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
  )
}

function items(texts: readonly string[]): string {
  return texts.map((text) => `<li>${inline(text)}</li>`).join('')
}

function inline(text: string): string {
  return escaped(text)
    .replaceAll(/`([^`]+)`/g, '<code>$1</code>')
    .replaceAll(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** The same as Markdown, each section a second-level heading. */
export function guideMarkdown(sections: readonly GuideSection[]): string {
  return sections.map(({ title, blocks }) => [`## ${title}`, ...blocks.map(blockMarkdown)].join('\n\n')).join('\n\n')
}

function blockMarkdown(block: Block): string {
  if ('text' in block) return block.text
  if ('points' in block) return block.points.map((text) => `- ${text}`).join('\n')
  if ('steps' in block) return block.steps.map((text, index) => `${index + 1}. ${text}`).join('\n')
  if ('code' in block) return `\`\`\`\n${block.code}\n\`\`\``
  const rows = [block.head, block.head.map(() => '---'), ...block.rows]
  return rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n')
}
