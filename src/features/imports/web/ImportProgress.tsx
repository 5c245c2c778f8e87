import { Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Figure } from '../../../platform/ui/marks/Figure.tsx'
import { Ring } from '../../../platform/ui/marks/Ring.tsx'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { count } from '../../../platform/web/text.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { fullTime } from '../../../platform/web/time/time.ts'
import type { Import } from '../contract.ts'
import { cancelImport, importQuery, isMoving, undoImport } from './client.ts'
import classes from './ImportProgress.module.css'
import { KeptLeads, MergedRows } from './MergedRows.tsx'
import { RowErrors } from './RowErrors.tsx'
import { fileText, resultText, shareDone, statusLabels, timeLeft, undoQuestion } from './rules/text.ts'

/** An import that was started: how far it is, what became of its rows, and the way back. */
export function ImportProgress({ id, onLeave }: { id: number; onLeave: () => void }) {
  const [page, setPage] = useState(1)
  const { data: one } = useQuery(importQuery(id, page))
  if (!one) return null
  return (
    <div className={classes.screen}>
      <header className={classes.head}>
        <ProgressRing one={one} />
        <div className={classes.text}>
          <h1 className={classes.title}>{one.file_name}</h1>
          <p className={classes.meta}>{fileText(one)}</p>
          <Sentence one={one} />
        </div>
        <Actions one={one} onLeave={onLeave} />
      </header>
      <Figures one={one} />
      {one.status === 'undone' && one.kept > 0 && <KeptLeads one={one} />}
      {one.merged > 0 && <MergedRows one={one} />}
      {(one.errors.total > 0 || one.failed > 0) && <RowErrors one={one} page={page} onPage={setPage} />}
    </div>
  )
}

function Figures({ one }: { one: Import }) {
  const isHistory = one.holds === 'history'
  return (
    <div className={classes.figures} data-history={isHistory || undefined}>
      <Figure label={isHistory ? 'Entries added' : 'New leads'} value={count(one.created)} />
      {!isHistory && <Figure label="Merged" value={count(one.merged)} />}
      <Figure label={isHistory ? 'There already' : 'Skipped'} value={count(one.skipped)} />
      <Figure label={isHistory ? 'Not matched' : 'Failed'} value={count(one.failed)} />
      <Figure label="Saved in part" value={count(one.warned)} />
    </div>
  )
}

function ProgressRing({ one }: { one: Import }) {
  const undoing = one.status === 'undoing' || one.status === 'undone'
  const undone = (one.deleted + one.restored + one.kept) / Math.max(1, one.created + one.merged)
  const share = undoing ? (one.status === 'undone' ? 1 : Math.min(1, undone)) : shareDone(one)
  const percent = `${Math.floor(share * 100)} %`
  const color =
    one.status === 'failed' ? 'var(--kt-red-dot)' : one.status === 'done' ? 'var(--kt-green-dot)' : 'var(--kt-accent)'
  return (
    <Ring turn={share} size={64} color={color} label={`${statusLabels[one.status]}, ${percent}`}>
      {percent}
    </Ring>
  )
}

function Sentence({ one }: { one: Import }) {
  const now = useNow(1000)
  const left = timeLeft(one, now)
  const so =
    one.status === 'running'
      ? `${count(one.rows_done)} of ${count(one.row_count)} rows${left ? ` · ${left}` : ''}`
      : resultText(one)
  const when = one.undone_at ?? one.finished_at
  return (
    <p className={classes.sentence} aria-live="polite">
      <strong>{statusLabels[one.status]}</strong> {one.status === 'queued' ? '' : so}
      {when && !isMoving(one.status) && <span className={classes.meta}> · {fullTime(when)}</span>}
      {one.problem && <span className={classes.problem}> {one.problem}</span>}
    </p>
  )
}

function Actions({ one, onLeave }: { one: Import; onLeave: () => void }) {
  const cancel = useUndoable(() => ({ run: () => cancelImport(one.id), said: () => null }))
  const undo = useUndoable(() => ({ run: () => undoImport(one.id), said: () => null }))
  const askUndo = async () => {
    if (await confirm({ title: 'Undo this import?', message: undoQuestion(one), destructive: true })) undo.run()
  }
  const navigate = useNavigate()
  const arrived = one.status === 'done' && one.created + one.merged > 0
  const stops = one.status === 'queued' || one.status === 'running'
  return (
    <div className={classes.actions}>
      {stops && (
        <Button size="md" variant="default" onClick={() => cancel.run()} loading={cancel.isPending}>
          Cancel import
        </Button>
      )}
      {one.can_undo && (
        <Button
          size="md"
          variant="default"
          leftSection={<IconArrowBackUp size={15} stroke={1.6} />}
          onClick={() => void askUndo()}
          loading={undo.isPending}
        >
          Undo
        </Button>
      )}
      <Button size="md" variant="subtle" leftSection={<IconArrowLeft size={15} stroke={1.6} />} onClick={onLeave}>
        All imports
      </Button>
      {arrived && (
        <Button size="md" onClick={() => void navigate({ to: '/leads' })}>
          See the leads
        </Button>
      )}
    </div>
  )
}
