import { ActionIcon, Button, Popover } from '@mantine/core'
import { IconBookmarkPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { type SavedView, viewCalls } from '../contract.ts'
import type { Question } from '../rules.ts'
import { refetchViews, showViews } from './client.ts'
import { nameOf } from './rules/names.ts'
import { useNames } from './useNames.ts'
import { ViewForm, viewFields, viewValues } from './ViewForm.tsx'

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
  // Read before it is opened, so that the name does not change under the eyes.
  const suggested = nameOf(
    question,
    useNames(question.filters),
    views.map(view => view.name),
  )
  const label = isBesideOpen ? 'Save as new' : 'Save view'
  useShortcuts([{ keys: 'v', label, group: 'Leads', run: () => setOpen(true) }])
  const toggle = () => setOpen(open => !open)
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
        <NewView
          question={question}
          columns={columns}
          suggested={suggested}
          onSaved={view => {
            setOpen(false)
            onSaved(view)
          }}
        />
      </Popover.Dropdown>
    </Popover>
  )
}

interface NewViewProps extends Pick<SaveViewProps, 'question' | 'columns' | 'onSaved'> {
  suggested: string
}

function NewView({ question, columns, suggested, onSaved }: NewViewProps) {
  const entry = useCallForm(viewCalls.create, {
    initial: viewValues(null),
    inputOf: values => ({ ...question, ...viewFields(values, { view: null, suggested, columns }) }),
    onSaved(saved) {
      // It stands last until it is moved.
      void showViews(views => [...views, saved])
      void refetchViews()
      onSaved(saved)
      notify(`View “${saved.name}” saved.`)
    },
  })
  return <ViewForm suggested={suggested} view={null} entry={entry} />
}
