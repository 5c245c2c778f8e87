import { ActionIcon, Button, Progress } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { Badge } from '../../../platform/ui/pieces.tsx'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { money } from '../../../platform/web/money.ts'
import { notify } from '../../../platform/web/page/notices.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import type { DealDetail } from '../../deals/contract.ts'
import type { DealLoop } from '../contract.ts'
import { changeSentences, changeText } from '../rules/changes.ts'
import { compareDeal } from '../rules/compare.ts'
import { ComparedValues } from './ComparedValues.tsx'
import { loopQuery, markLoopSeen } from './client.ts'
import own from './DealLoopDialog.module.css'
import classes from './LoopImport.module.css'
import { LoopPreview, type LoopWork } from './LoopPreview.tsx'
import { type ChosenLoop, useLoopImport } from './useLoopImport.ts'

const WIDTH = 760

interface DealLoopDialogProps {
  deal: DealDetail
  loop: DealLoop & { loop_id: number }
  onFiles(files: ChosenLoop['files']): Promise<void>
  onClose(): void
}

/** What the loop of a deal says now, beside the deal. Files are added when somebody asks for it; nothing of the deal changes by itself. */
export function DealLoopDialog({ deal, loop, onFiles, onClose }: DealLoopDialogProps) {
  const isWide = useIsWide()
  const readAt = loop.read_at === null ? 0 : Date.parse(loop.read_at)
  const finish = async (until: string) => {
    const { changed_at } = await markLoopSeen(deal.id, until)
    // What changed while it was looked at is not seen yet: the dialog shows it by itself.
    notify(changed_at === null ? changeSentences.seen : changeSentences.changedAgain)
    if (changed_at === null) onClose()
  }
  const work = useLoopImport(
    loop.loop_id,
    async ({ files, readAt: until }) => {
      await onFiles(files)
      await finish(until)
    },
    ({ revision }) => Date.parse(revision) > readAt,
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      fullScreen={!isWide}
      size={WIDTH}
      yOffset="5vh"
      padding={0}
      withCloseButton={false}
      title="Loop of this deal"
      classNames={{ content: own.content ?? '', header: classes.title ?? '', body: classes.dialogBody ?? '' }}
    >
      <header className={classes.head}>
        <div>
          <h2>Loop of this deal</h2>
          <p>Nothing of the deal changes by itself. New and changed files are selected.</p>
        </div>
        <ActionIcon aria-label="Close the loop" onClick={onClose}>
          <IconX size={17} stroke={1.6} />
        </ActionIcon>
      </header>
      <div className={classes.choice}>
        <div className={`${classes.right} ${own.about}`}>
          <LoopPreview
            work={work}
            loopId={loop.loop_id}
            compare={said => (
              <ComparedValues
                now="Deal now"
                values={compareDeal(deal, said, { money, day: day => shortDay(`${day}T12:00:00Z`, new Date()) })}
              />
            )}
            standing={loop.changed_at !== null && <Badge hue="amber">{`Changed: ${changeText(loop.kinds)}`}</Badge>}
          />
        </div>
        <Foot work={work} loopId={loop.loop_id} mayAdd={deal.may_change} onSeen={finish} onClose={onClose} />
      </div>
    </Dialog>
  )
}

interface FootProps {
  work: LoopWork
  loopId: number
  mayAdd: boolean
  onSeen(until: string): Promise<void>
  onClose(): void
}

function Foot({ work, loopId, mayAdd, onSeen, onClose }: FootProps) {
  const { data, isFetching } = useQuery(loopQuery(loopId))
  const seen = useMutation({ mutationFn: onSeen })
  const { progress, chosen } = work
  const problem = work.problem ?? (seen.isError ? sentenceOf(seen.error) : null)
  const adds = mayAdd && chosen.length > 0
  return (
    <footer className={classes.foot}>
      <span className={classes.quiet} />
      {problem !== null && (
        <span className={classes.problem} role="alert">
          {problem}
        </span>
      )}
      <Button variant="subtle" color="gray" onClick={progress ? work.stop : onClose}>
        {progress ? 'Stop' : 'Close'}
      </Button>
      {progress ? (
        <output className={classes.progress}>
          {progress.done} of {progress.total} files
          <Progress value={(progress.done / Math.max(1, progress.total)) * 100} size="xs" aria-label="Files" />
        </output>
      ) : (
        <Button
          disabled={!data || isFetching}
          loading={seen.isPending}
          onClick={() => (adds ? void work.start() : data && seen.mutate(data.as_of))}
        >
          {adds ? `Add ${chosen.length} ${chosen.length === 1 ? 'file' : 'files'} to the deal` : 'Mark as seen'}
        </Button>
      )}
    </footer>
  )
}
