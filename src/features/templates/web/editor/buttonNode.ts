import { Node } from '@tiptap/react'

/** A button of an e-mail: a link that is drawn as one, in a line of its own. */
export const ButtonNode = Node.create({
  name: 'button',
  group: 'block',
  atom: true,
  selectable: true,

  addAttributes: () => ({
    href: { default: '', parseHTML: element => element.querySelector('a')?.getAttribute('href'), rendered: false },
    label: { default: '', parseHTML: element => element.textContent?.trim(), rendered: false },
  }),

  parseHTML: () => [{ tag: 'div.button', priority: 100 }],
  renderHTML: ({ node }) => ['div', { class: 'button' }, ['a', { href: node.attrs.href }, String(node.attrs.label)]],
})
