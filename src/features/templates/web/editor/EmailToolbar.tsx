import { Button, FileButton, Popover, TextInput } from '@mantine/core'
import { RichTextEditor } from '@mantine/tiptap'
import { IconPhoto, IconSquareRounded } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { sentenceOf } from '../../../../platform/web/calls/apiErrors.ts'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import { PICTURE_TYPES } from '../../../../platform/wire/pictures.ts'
import { uploadPicture } from '../client.ts'
import classes from './Editor.module.css'

/** What an e-mail can have beside text: bold, italic, lists, links, a button and pictures. */
export function EmailToolbar({ editor }: { editor: Editor }) {
  return (
    <RichTextEditor.Toolbar>
      <RichTextEditor.ControlsGroup>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Link />
        <PictureControl editor={editor} />
        <ButtonControl editor={editor} />
      </RichTextEditor.ControlsGroup>
    </RichTextEditor.Toolbar>
  )
}

function PictureControl({ editor }: { editor: Editor }) {
  const [isSending, setIsSending] = useState(false)
  const add = async (file: File | null) => {
    if (!file) return
    setIsSending(true)
    try {
      const { url, width } = await uploadPicture(file)
      editor.chain().focus().setImage({ src: url, alt: '', width }).run()
    } catch (error) {
      notifyFailure(sentenceOf(error), () => void add(file))
    } finally {
      setIsSending(false)
    }
  }
  return (
    <FileButton accept={PICTURE_TYPES.join(',')} onChange={file => void add(file)}>
      {({ onClick }) => (
        <RichTextEditor.Control onClick={onClick} disabled={isSending} aria-label="Picture" title="Picture">
          <IconPhoto size={16} stroke={1.6} />
        </RichTextEditor.Control>
      )}
    </FileButton>
  )
}

/** Asks for what the button says and where it leads. */
function ButtonControl({ editor }: { editor: Editor }) {
  const [isOpen, setIsOpen] = useState(false)
  const [label, setLabel] = useState('')
  const [href, setHref] = useState('')
  const isWhole = label.trim() !== '' && /^https?:\/\/\S+\.\S+|^(mailto|tel):\S+/.test(href)
  const add = () => {
    if (!isWhole) return
    editor
      .chain()
      .focus()
      .insertContent({ type: 'button', attrs: { label: label.trim(), href } })
      .run()
    setIsOpen(false)
    setLabel('')
    setHref('')
  }
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus withinPortal>
      <Popover.Target>
        <RichTextEditor.Control aria-label="Button" title="Button" onClick={() => setIsOpen(!isOpen)}>
          <IconSquareRounded size={16} stroke={1.6} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown className={classes.buttonForm}>
        <TextInput
          label="Button"
          placeholder="Book a showing"
          data-autofocus
          maxLength={60}
          value={label}
          onChange={event => setLabel(event.currentTarget.value)}
        />
        <TextInput
          label="Leads to"
          placeholder="https://"
          maxLength={1000}
          value={href}
          onChange={event => setHref(event.currentTarget.value.trim())}
          onKeyDown={event => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button size="xs" disabled={!isWhole} onClick={add}>
          Add the button
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}
