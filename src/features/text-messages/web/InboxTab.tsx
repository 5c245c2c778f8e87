import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { EmptyState } from '../../../platform/ui/states.tsx'
import type { MessagesTabProps } from '../../templates/web/extensions.ts'
import { MessagesActions } from '../../templates/web/pieces.tsx'
import { Conversation, StrangerConversation } from './Conversation.tsx'
import classes from './Inbox.module.css'
import { NewText } from './NewText.tsx'
import { PersonColumn } from './PersonColumn.tsx'
import { StrangerColumn } from './StrangerColumn.tsx'
import { ThreadList } from './ThreadList.tsx'

/** All texts: threads, the open one, and who it is with. `/messages/inbox/12` is lead 12, `new-3` a number that nobody knows. */
export function InboxTab({ record }: MessagesTabProps) {
  const navigate = useNavigate()
  const [isEmpty, setEmpty] = useState(false)
  const open = (next: string | null) =>
    void (next === null
      ? navigate({ to: '/messages/$id', params: { id: 'inbox' }, search: true })
      : navigate({ to: '/messages/$id/$record', params: { id: 'inbox', record: next }, search: true }))
  const shown = readRecord(record)
  const toList = () => open(null)
  return (
    <div className={classes.inbox} data-open={shown !== null || undefined}>
      <MessagesActions>
        <NewText onPick={id => open(String(id))} />
      </MessagesActions>
      <ThreadList current={record} onOpen={open} onEmpty={setEmpty} />
      <div className={classes.reader}>
        {shown?.kind === 'lead' && <Conversation key={shown.id} leadId={shown.id} onBack={toList} />}
        {shown?.kind === 'stranger' && <StrangerConversation key={shown.id} id={shown.id} onBack={toList} />}
        {shown === null && (
          <EmptyState title={isEmpty ? 'Nobody has written yet' : 'No conversation open'}>
            {isEmpty ? 'What leads text to your number arrives here.' : 'Choose one on the left, or write a new text.'}
          </EmptyState>
        )}
      </div>
      {shown?.kind === 'lead' && <PersonColumn leadId={shown.id} />}
      {shown?.kind === 'stranger' && <StrangerColumn id={shown.id} onKnown={id => open(String(id))} />}
    </div>
  )
}

/** What the address names; `null` for nothing that there could be. */
function readRecord(record: string | null): { kind: 'lead' | 'stranger'; id: number } | null {
  const [, stranger, digits] = /^(new-)?(\d{1,9})$/.exec(record ?? '') ?? []
  return digits ? { kind: stranger ? 'stranger' : 'lead', id: Number(digits) } : null
}
