import { Button, Progress } from '@mantine/core'
import { IconArchive, IconDownload } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { FrameSection } from '../../../platform/ui/frame/Frame.tsx'
import { Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { useUndoable } from '../../../platform/web/calls/useUndoable.ts'
import { confirm } from '../../../platform/web/page/confirm.ts'
import { fullTime } from '../../../platform/web/time/time.ts'
import { ARCHIVE_HOURS, type Archive } from '../contract.ts'
import classes from './ArchivePanel.module.css'
import { archives, beginArchive, cancelArchive, downloadArchive, isAtWork } from './client.ts'
import { archiveText } from './wording.ts'

/** Everything as one ZIP: begin it, watch it, save it. */
export function ArchivePanel() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(archives)
  const begin = useUndoable(() => ({ run: () => beginArchive(), said: () => null }))
  const all = data?.pages.flatMap(page => page.data) ?? []
  const ask = async () => {
    const message = `It holds every lead, deal, message and file of everybody. You are told when it is ready; it can be downloaded for ${ARCHIVE_HOURS} hours.`
    if (await confirm({ title: 'Make an archive of everything?', message })) begin.run()
  }
  return (
    <FrameSection title="Archives">
      <div className={classes.section}>
        <p className={classes.text}>
          A CSV of each table, documents, recordings and pictures as files, and a description of every column.
          Passwords, keys and what listing services lend are left out. People go on working meanwhile.
        </p>
        <div>
          <Button
            leftSection={<IconArchive size={15} stroke={1.6} />}
            onClick={() => void ask()}
            loading={begin.isPending}
            disabled={all.some(isAtWork)}
          >
            Make an archive
          </Button>
        </div>
        {error && !data && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && <Loading />}
        {data && all.length === 0 && <p className={classes.text}>No archive was made yet.</p>}
        {all.length > 0 && (
          <ul className={classes.list}>
            {all.map(one => (
              <Row key={one.id} one={one} />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show older
          </Button>
        )}
      </div>
    </FrameSection>
  )
}

function Row({ one }: { one: Archive }) {
  const cancel = useUndoable(() => ({ run: () => cancelArchive(one.id), said: () => null }))
  const save = useUndoable(() => ({ run: () => downloadArchive(one.id), said: () => null }))
  const when = fullTime(one.created_at)
  return (
    <li className={classes.one}>
      <span className={classes.when}>
        {when} · {one.user.name}
      </span>
      <span className={classes.how} aria-live="polite">
        {archiveText(one)}
        {one.link && one.file_until && ` · until ${fullTime(one.file_until)}`}
      </span>
      {one.link && (
        <Button
          className={classes.act}
          variant="default"
          leftSection={<IconDownload size={15} stroke={1.6} />}
          aria-label={`Download the archive of ${when}`}
          onClick={() => save.run()}
          loading={save.isPending}
        >
          Download
        </Button>
      )}
      {isAtWork(one) && (
        <Button className={classes.act} variant="default" onClick={() => cancel.run()} loading={cancel.isPending}>
          Cancel
        </Button>
      )}
      {one.status === 'running' && (
        <Progress
          className={classes.bar}
          value={(one.parts_done / Math.max(1, one.parts)) * 100}
          size={6}
          aria-label="Parts written"
        />
      )}
    </li>
  )
}
