import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { type Tab, TabStrip } from '../../../platform/ui/TabStrip.tsx'
import { fixed } from '../../../platform/ui/theme/tokens.ts'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { fullTime } from '../../../platform/web/time/time.ts'
import type { OutboxMessage } from '../contract.ts'
import { messageSource, saveAttachment, sentMessage } from './client.ts'
import { formatSize } from './fileSize.ts'
import classes from './OutboxReader.module.css'

interface OutboxReaderProps {
  id: number
  onBack: () => void
}

/** One message: from whom to whom, its files, and its body in the three ways there are to look at it. */
export function OutboxReader({ id, onBack }: OutboxReaderProps) {
  const { data, error, refetch } = useQuery(sentMessage(id))
  if (error && !data) return <ErrorState isPage error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <article className={classes.message}>
      <header className={classes.head}>
        <ActionIcon className={classes.back} size="md" aria-label="Back to the list" onClick={onBack}>
          <IconArrowLeft size={18} stroke={1.6} />
        </ActionIcon>
        <h1 className={classes.title}>{data.subject || 'No subject'}</h1>
        <time className={classes.when} dateTime={data.received_at}>
          {fullTime(data.received_at)}
        </time>
        <dl className={classes.people}>
          <dt>From</dt>
          <dd>{data.sender}</dd>
          <dt>To</dt>
          <dd>{data.recipients.join(', ')}</dd>
        </dl>
      </header>
      {data.attachments.length > 0 && <Attachments message={data} />}
      <Body message={data} />
    </article>
  )
}

function Attachments({ message }: { message: OutboxMessage }) {
  const save = useUndoable((id: number) => ({ run: () => saveAttachment(message.id, id), said: () => null }))
  return (
    <ul className={classes.files} aria-label="Attachments">
      {message.attachments.map(({ id, filename, size }) => (
        <li key={id}>
          <Button
            variant="default"
            leftSection={<IconDownload size={15} stroke={1.6} />}
            loading={save.pending === id}
            onClick={() => save.run(id)}
          >
            {filename} <span className={classes.size}>{formatSize(size)}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

type View = 'html' | 'plain' | 'source'

function Body({ message }: { message: OutboxMessage }) {
  const [view, setView] = useState<View>(message.html === null ? 'plain' : 'html')
  const tabs: Tab[] = [
    ...(message.html === null ? [] : [{ id: 'html', label: 'HTML' }]),
    { id: 'plain', label: 'Plain text' },
    { id: 'source', label: 'Source' },
  ]
  return (
    <>
      <TabStrip label="Format" tabs={tabs} active={view} onSelect={id => setView(id as View)} />
      <div role="tabpanel" aria-labelledby={`tab-${view}`} className={classes.body}>
        {view === 'html' && (
          <iframe
            className={classes.paper}
            title="The message as HTML"
            // Links open beside the product; nothing in here runs or reaches the page around it.
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            srcDoc={paperOf(message.html ?? '')}
          />
        )}
        {view === 'plain' && <Text label="The message as plain text">{message.plain || 'No plain text.'}</Text>}
        {view === 'source' && <Source id={message.id} />}
      </div>
    </>
  )
}

function Source({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(messageSource(id))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data ? <Text label="The source of the message">{data.source}</Text> : <Loading />
}

function Text({ label, children }: { label: string; children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.text} aria-label={label} tabIndex={0}>
      {children}
    </section>
  )
}

/** Mail is written for white paper, in every theme. */
const paperOf = (html: string) =>
  `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><body style="margin:16px;background:${fixed.paper};color:${fixed.paperInk};font:14px/20px system-ui,sans-serif;overflow-wrap:anywhere">${html}</body>`
