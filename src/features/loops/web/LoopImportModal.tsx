import { ActionIcon, Button, Progress, TextInput } from '@mantine/core'
import { IconCheck, IconSearch, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { Dial } from '../../../platform/ui/marks/Dial.tsx'
import { Badge, KeyHint, Loading } from '../../../platform/ui/pieces.tsx'
import { EmptyState, ErrorState } from '../../../platform/ui/states.tsx'
import { serverSentence } from '../../../platform/web/calls/apiErrors.ts'
import { useShownError } from '../../../platform/web/page/failedParts.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { ago, shortDay } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { DotloopAccount, Loop } from '../contract.ts'
import { loopProgress, loopSentences, loopStatusLabel } from '../rules/loops.ts'
import { AccountNotices } from './AccountNotices.tsx'
import { accountQuery, loopsQuery } from './client.ts'
import classes from './LoopImport.module.css'
import { type CompareLoop, LoopPreview, type LoopWork } from './LoopPreview.tsx'
import { useConnect, useRevoke } from './useAccount.ts'
import { type ChosenLoop, useLoopImport } from './useLoopImport.ts'

const WIDTH = 1216
const MINUTE = 60_000

interface LoopImportModalProps {
  onClose(): void
  onImport(loop: ChosenLoop): void
  compare: CompareLoop
}

/** Chooses one of the person's loops, shows what it says, and takes it over with its files. */
export function LoopImportModal({ onClose, onImport, compare }: LoopImportModalProps) {
  const isWide = useIsWide()
  const { data: account, error, refetch } = useQuery(accountQuery)
  const isReadable = account?.is_connected === true && account.problem === null
  return (
    <Dialog
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size={WIDTH}
      yOffset="5vh"
      padding={0}
      withCloseButton={false}
      title="Import from loop"
      classNames={{ content: classes.content ?? '', header: classes.title ?? '', body: classes.dialogBody ?? '' }}
    >
      <Head account={account} onClose={onClose} />
      {account && <AccountNotices account={account} />}
      {!account ? (
        error ? (
          <ErrorState error={error} failure={loopSentences.listFailed} onRetry={() => void refetch()} />
        ) : (
          <Loading />
        )
      ) : isReadable ? (
        <LoopChoice compare={compare} onImport={onImport} onClose={onClose} />
      ) : (
        <NotConnected account={account} />
      )}
    </Dialog>
  )
}

function Head({ account, onClose }: { account: DotloopAccount | undefined; onClose(): void }) {
  const revoke = useRevoke()
  const connected = account?.connected_at ? ` · connected ${shortDay(account.connected_at, new Date())}` : ''
  return (
    <header className={classes.head}>
      <div>
        <h2>Import from loop</h2>
        {account?.is_connected && <p>{`Dotloop as ${account.name}${connected}`}</p>}
      </div>
      {account?.is_connected && (
        <Button variant="subtle" color="gray" size="xs" loading={revoke.isPending} onClick={revoke.ask}>
          Revoke access
        </Button>
      )}
      <ActionIcon aria-label="Close the import" onClick={onClose}>
        <IconX size={17} stroke={1.6} />
      </ActionIcon>
    </header>
  )
}

function NotConnected({ account }: { account: DotloopAccount }) {
  const connect = useConnect()
  return (
    <EmptyState
      title={account.problem === null ? 'Your Dotloop account is not connected' : 'Connect your Dotloop account again'}
      actions={
        account.is_available && (
          <Button loading={connect.isPending} onClick={() => connect.mutate()}>
            Connect Dotloop
          </Button>
        )
      }
    >
      {account.is_available
        ? (account.problem ??
          'Connect it, and a deal is filled from a loop with its people and documents. What you typed is kept.')
        : 'Dotloop is not set up for this installation. Ask an administrator.'}
    </EmptyState>
  )
}

const fits = ({ name, transactionType }: Loop, typed: string) =>
  `${name} ${transactionType}`.toLowerCase().includes(typed.trim().toLowerCase())

function LoopChoice({ compare, onImport, onClose }: LoopImportModalProps) {
  const { data, error } = useQuery(loopsQuery)
  useShownError(data ? null : error)
  const [typed, setTyped] = useState('')
  const [selected, setSelected] = useState<number | null>(null)
  const loops = (data ?? []).filter(loop => fits(loop, typed))
  const work = useLoopImport(selected, loop => {
    notify(loopSentences.imported)
    onImport(loop)
  })
  const move = (step: number) => {
    const at = loops.findIndex(({ id }) => id === selected)
    const next = loops[Math.min(loops.length - 1, Math.max(0, at + step))]
    if (next) setSelected(next.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) move(step)
    else if (event.key === 'Enter') void work.start()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className={classes.choice}>
      <div className={classes.halves}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move from the field through the list below it */}
        <div className={classes.left} onKeyDown={onKeyDown}>
          <TextInput
            aria-label="Search loops"
            placeholder="Address, client or type"
            leftSection={<IconSearch size={15} stroke={1.6} />}
            value={typed}
            data-autofocus
            onChange={event => setTyped(event.currentTarget.value)}
          />
          <LoopList loops={loops} isLoading={!data && !error} selected={selected} onSelect={setSelected} />
          {error && (
            <p className={classes.problem} role="alert">
              {serverSentence(error, loopSentences.listFailed)}
            </p>
          )}
          {data && loops.length === 0 && (
            <p className={classes.quiet}>{typed ? `No loop fits “${typed}”.` : 'This account has no loops yet.'}</p>
          )}
        </div>
        <div className={classes.right}>
          {selected === null ? (
            <p className={classes.quiet}>Select a loop to see what it fills in.</p>
          ) : (
            <LoopPreview
              work={work}
              loopId={selected}
              compare={compare}
              standing={<LoopStanding loop={data?.find(({ id }) => id === selected)} />}
            />
          )}
        </div>
      </div>
      <footer className={classes.foot}>
        <span className={classes.quiet}>
          {data ? `${data.length} ${data.length === 1 ? 'loop' : 'loops'}, newest first` : ''}{' '}
          <span className={classes.hints} data-hints aria-hidden>
            <KeyHint keys="↑ ↓" /> select <KeyHint keys="↵" /> import
          </span>
        </span>
        {work.problem !== null && (
          <span className={classes.problem} role="alert">
            {work.problem}
          </span>
        )}
        <Button variant="subtle" color="gray" onClick={work.progress ? work.stop : onClose}>
          {work.progress ? 'Stop' : 'Cancel'}
        </Button>
        <ImportButton work={work} />
      </footer>
    </div>
  )
}

/** Whether a loop is a deal already, and whether it changed since. */
function LoopStanding({ loop }: { loop: Loop | undefined }) {
  if (loop?.deal_id == null) return <Badge hue="blue">Not imported yet</Badge>
  return (
    <span className={classes.standing}>
      {loop.changed_at !== null && <Badge hue="amber">Changed since the import</Badge>}
      <a href={`/deals/${loop.deal_id}`}>Open the deal</a>
    </span>
  )
}

function ImportButton({ work }: { work: LoopWork }) {
  const { progress } = work
  if (progress)
    return (
      <output className={classes.progress}>
        {progress.done} of {progress.total} files
        <Progress value={(progress.done / Math.max(1, progress.total)) * 100} size="xs" aria-label="Files" />
      </output>
    )
  const count = work.chosen.length
  return (
    <Button onClick={() => void work.start()} rightSection={<KeyHint keys={printedKeys('Enter')} />}>
      {count > 0 ? `Import loop, ${count} ${count === 1 ? 'file' : 'files'}` : 'Import loop'}
    </Button>
  )
}

interface LoopListProps {
  loops: readonly Loop[]
  isLoading: boolean
  selected: number | null
  onSelect(id: number): void
}

function LoopList({ loops, isLoading, selected, onSelect }: LoopListProps) {
  const now = useNow(MINUTE)
  if (isLoading) return <div className={classes.grey} role="status" aria-label="Loading..." />
  return (
    <ul className={classes.list} aria-label="Loops">
      {loops.map(({ id, name, transactionType, status, updated, deal_id, changed_at }) => (
        <li key={id}>
          <button
            type="button"
            aria-pressed={id === selected}
            ref={element => {
              if (id === selected) element?.scrollIntoView({ block: 'nearest' })
            }}
            onClick={() => onSelect(id)}
          >
            <span className={classes.loop}>
              <b dir="auto">{name}</b>
              <span>
                {loopStatusLabel(transactionType)}
                {deal_id !== null && (
                  <>
                    {' '}
                    <IconCheck size={12} stroke={1.8} aria-hidden />{' '}
                    {changed_at === null ? 'Imported' : 'Imported, changed'}
                  </>
                )}
              </span>
            </span>
            <span className={classes.status}>
              <Dial face={loopProgress(status) === 1 ? 'check' : loopProgress(status)} color="var(--kt-violet-dot)" />
              {loopStatusLabel(status)}
            </span>
            <span className={classes.when}>{ago(updated, now)}</span>
          </button>
        </li>
      ))}
    </ul>
  )
}
