import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { IconDots, IconDownload, IconExternalLink, IconFileTypePdf, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { fileSize } from '../../../platform/web/text.ts'
import { calendarDay, isoDay } from '../../../platform/web/time/time.ts'
import type { DealDocument } from '../contract.ts'
import { downloadDocument, openDocument, removeDocument, renameDocument } from './client.ts'
import classes from './Documents.module.css'

interface DocumentRowProps {
  dealId: number
  document: DealDocument
  mayChange: boolean
  onOpen(): void
}

/** One document: its name opens it, and its menu has the rest. */
export function DocumentRow({ dealId, document, mayChange, onOpen }: DocumentRowProps) {
  const [isEditing, setEditing] = useState(false)
  const rename = (text: string) => {
    setEditing(false)
    if (text.trim() !== '' && text !== document.name) void renameDocument(dealId, document, text)
  }
  return (
    <li className={classes.row}>
      <IconFileTypePdf size={18} stroke={1.5} className={classes.pdf} aria-hidden />
      {isEditing ? (
        <TextInput
          className={classes.rename ?? ''}
          size="xs"
          autoFocus
          aria-label={`Name of ${document.name}`}
          defaultValue={document.name}
          onBlur={event => rename(event.currentTarget.value)}
          onKeyDown={event => {
            if (event.key === 'Enter') rename(event.currentTarget.value)
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setEditing(false)
          }}
        />
      ) : (
        <button type="button" className={classes.name} onClick={onOpen} title={document.name}>
          {document.name}
        </button>
      )}
      {document.scan === 'pending' && <Badge hue="amber">Not checked yet</Badge>}
      {document.scan === 'infected' && <Badge hue="red">Malware</Badge>}
      <span className={classes.size}>{fileSize(document.size)}</span>
      <span className={classes.day}>{calendarDay(isoDay(document.lastModified))}</span>
      <span className={classes.author}>{document.author}</span>
      {/* The menu would take the focus back from the field, and the field ends without it. */}
      <Menu position="bottom-end" withinPortal returnFocus={!isEditing}>
        <Menu.Target>
          <ActionIcon aria-label={`Actions for ${document.name}`}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconExternalLink size={15} stroke={1.6} />}
            onClick={() => void openDocument(document.id)}
          >
            Open in a new window
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={15} stroke={1.6} />}
            onClick={() => void downloadDocument(dealId, document.id)}
          >
            Download
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={() => setEditing(true)}>
                Rename
              </Menu.Item>
              <Menu.Item
                color="red"
                leftSection={<IconTrash size={15} stroke={1.6} />}
                onClick={() => void removeDocument(dealId, document)}
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}
