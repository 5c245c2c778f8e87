import { Fragment, type ReactNode } from 'react'
import { type PlaceholderValues, parseTemplate } from '../../rules/placeholders.ts'
import classes from './Preview.module.css'

/** A text with its placeholders filled: underlined, and "nothing" where nothing is known. */
export function FilledText({ text, values }: { text: string; values: PlaceholderValues }) {
  return parseTemplate(text).parts.map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the text
    if (typeof part === 'string') return <Fragment key={index}>{part}</Fragment>
    const value = values[part.placeholder]
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is its place in the text
      <span key={index} className={value === '' ? classes.nothing : classes.value}>
        {value === '' ? 'nothing' : value}
      </span>
    )
  })
}

/** Tags that an e-mail of ours holds; what is within any other is shown without it. */
const tags = new Set(['p', 'strong', 'em', 'u', 'ul', 'ol', 'li'])

/** The content of a template as a lead reads it. What is drawn is built from its words: no markup of it reaches the page. */
export function FilledContent({ content, values }: { content: string; values: PlaceholderValues }) {
  if (!/<[a-z]/i.test(content))
    return (
      <p className={classes.plain}>
        <FilledText text={content} values={values} />
      </p>
    )
  const { body } = new DOMParser().parseFromString(content, 'text/html')
  return drawn(body, values)
}

function drawn(parent: Node, values: PlaceholderValues): ReactNode[] {
  return [...parent.childNodes].map((node, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a node is its place in the text
    <Fragment key={index}>
      {node instanceof Element ? element(node, values) : <FilledText text={node.textContent ?? ''} values={values} />}
    </Fragment>
  ))
}

function element(node: Element, values: PlaceholderValues): ReactNode {
  const tag = node.tagName.toLowerCase()
  if (tag === 'br') return <br />
  if (tag === 'img') {
    const [src, alt, width] = ['src', 'alt', 'width'].map(name => node.getAttribute(name) ?? '')
    return <img src={src} alt={alt} width={width || undefined} />
  }
  const inside = drawn(node, values)
  if (tag === 'a') return <span className={classes.link}>{inside}</span>
  if (node.matches('div.button')) return <span className={classes.button}>{inside}</span>
  if (!tags.has(tag)) return inside
  const Tag = tag as 'p'
  return <Tag>{tag === 'p' && node.textContent === '' ? '\u00a0' : inside}</Tag>
}
