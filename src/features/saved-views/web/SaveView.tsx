import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import type { SavedView } from '../contract.ts'
import type { Question } from '../rules.ts'
import { saveView } from './client.ts'
import { nameOf } from './rules/names.ts'
import { useNames } from './useNames.ts'
import { ViewForm } from './ViewForm.tsx'

interface SaveViewProps {
  question: Question
  columns: readonly string[]
  views: readonly SavedView[]
  /** Another view is open, and what is shown differs from it. */
  isBesideOpen: boolean
  /** Whether there is room for a symbol only. */
  isNarrow: boolean
  onSaved(view: SavedView): void
}

/** Keeps what the list shows: one press opens the name, already filled in; Enter saves. */
export function SaveView({ question, columns, views, isBesideOpen, isNarrow, onSaved }: SaveViewProps) {
  const [isOpen, setOpen] = useState(false)
  const names = useNames(question.filters)
  const label = isBesideOpen ? 'Save as new' : 'Save view'
  useShortcuts([{ keys: 'v', label, group: 'Leads', run: () => setOpen(true) }])
  const save = async (fields: { name: string; columns?: string[] | null }) => {
    try {
      const saved = await saveView({ ...question, ...fields })
      setOpen(false)
      onSaved(saved)
      notify(`View “${saved.name}” saved.`)
    } catch (error) {
      notifyFailure(sentenceOf(error))
      throw error
    }
  }
  const toggle = () => setOpen(open => !open)
  const taken = views.map(view => view.name)
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        {isNarrow ? (
          <ActionIcon size="md" aria-label={label} onClick={toggle}>
            <IconBookmarkPlus size={18} stroke={1.6} />
          </ActionIcon>
        ) : (
          <Button size="xs" variant="subtle" leftSection={<IconBookmarkPlus size={14} stroke={1.6} />} onClick={toggle}>
            {label}
          </Button>
        )}
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>
        <ViewForm name={nameOf(question, names, taken)} view={null} columns={columns} onSubmit={save} />
      </Popover.Dropdown>
    </Popover>
  )
}
