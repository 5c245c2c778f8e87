import { InputRule, mergeAttributes, Node } from '@tiptap/react'
import { placeholderNames } from '../../rules/placeholders.ts'
import classes from './Editor.module.css'

const WRITTEN = new RegExp(`\\{\\{(${placeholderNames.join('|')})\\}\\}$`)

/** A placeholder in what is written: a chip that is moved and deleted as one letter. */
export const PlaceholderNode = Node.create({
  name: 'placeholder',
  group: 'inline',
  inline: true,
  atom: true,

  addAttributes: () => ({
    name: {
      default: '',
      parseHTML: element => element.getAttribute('data-placeholder'),
      renderHTML: ({ name }) => ({ 'data-placeholder': name }),
    },
  }),

  parseHTML: () => [{ tag: 'span[data-placeholder]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'span',
    mergeAttributes(HTMLAttributes, { class: classes.chip }),
    String(node.attrs.name),
  ],
  renderText: ({ node }) => `{{${node.attrs.name}}}`,

  addInputRules() {
    return [
      new InputRule({
        find: WRITTEN,
        handler: ({ state, range, match }) => {
          state.tr.replaceWith(range.from, range.to, this.type.create({ name: match[1] }))
        },
      }),
    ]
  },
})
