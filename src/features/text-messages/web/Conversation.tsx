import { ActionIcon, Button } from '@mantine/core'
import { IconArrowLeft, IconCircleCheck, IconPhone } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { KeyHint, Loading } from '../../../platform/ui/pieces.tsx'
import { ErrorState } from '../../../platform/ui/states.tsx'
import { useShortcuts } from '../../../platform/web/page/keys.ts'
import { useNow } from '../../../platform/web/time/now.ts'
import { timeOfDay } from '../../../platform/web/time/time.ts'
import { region } from '../../../product/region/region.ts'
import { fullName } from '../../leads/rules.ts'
import { leadQuery } from '../../leads/web/client/leads.ts'
import { usePhoneText } from '../../leads/web/client/phones.ts'
import { contactOf } from '../../leads/web/pieces/wording.ts'
import { useSession } from '../../people/web/client/viewer.ts'
import { Bubbles } from './Bubbles.tsx'
import classes from './Conversation.module.css'
import { markRead, setDone, strangerQuery, textsQuery } from './client.ts'
import { usePlainNumber } from './plainNumber.ts'
import { TextComposer } from './TextComposer.tsx'

interface ConversationProps {
  leadId: number
  onBack(): void
}

/** The texts with a lead, and the field for the next one. Whoever has it open has read it. */
export function Conversation({ leadId, onBack }: ConversationProps) {
  const now = useNow(30_000)
  const { data: lead } = useQuery(leadQuery(leadId))
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(textsQuery(leadId))
  const ownZone = useSession().user?.zone ?? region.zone
  const [again, setAgain] = useState<{ body: string } | null>(null)
  const texts = data?.pages.flatMap(page => page.data).toReversed()
  const unread = data?.pages[0]?.thread?.unread ?? 0
  useEffect(() => {
    if (unread > 0 && !document.hidden) void markRead(leadId).catch(() => null)
  }, [leadId, unread])
  const { phone } = lead ? contactOf(lead) : { phone: null }
  const phoneText = usePhoneText(phone)
  const done = () => void setDone(leadId)
  useShortcuts([{ keys: 'd', label: 'Done with this conversation', group: 'Inbox', run: done }])
  const name = lead ? fullName(lead) || 'No name' : ''
  return (
    <Frame
      label={`Texts with ${name || 'this lead'}`}
      onBack={onBack}
      title={name}
      detail={phoneText}
      actions={
        <>
          {phone && (
            <ActionIcon
              size="md"
              component="a"
              href={`tel:${phone}`}
              aria-label="Call"
              title="Call"
              data-call-lead={leadId}
              className={classes.call}
            >
              <IconPhone size={16} stroke={1.6} />
            </ActionIcon>
          )}
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconCircleCheck size={15} stroke={1.6} />}
            rightSection={<KeyHint keys="D" />}
            onClick={done}
          >
            Done
          </Button>
        </>
      }
      foot={
        <TextComposer
          key={leadId}
          leadId={leadId}
          again={again}
          above={
            lead && lead.zone !== ownZone ? (
              <p className={classes.clock}>
                It’s {timeOfDay(now.toISOString(), lead.zone)} for {lead.first_name || 'them'}.
              </p>
            ) : null
          }
        />
      }
    >
      {error && !texts && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !texts && <Loading />}
      {hasNextPage && (
        <Button variant="subtle" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show earlier
        </Button>
      )}
      {texts && texts.length === 0 && <p className={classes.none}>Nothing has been written yet.</p>}
      {texts && <Bubbles texts={texts} onAgain={body => setAgain({ body })} />}
    </Frame>
  )
}

/** What a number wrote that nobody knows yet. It is answered once it is a lead. */
export function StrangerConversation({ id, onBack }: { id: number; onBack(): void }) {
  const { data, error, refetch } = useInfiniteQuery(strangerQuery(id))
  const number = data?.pages[0]?.thread?.number ?? null
  const phoneText = usePlainNumber(number)
  const texts = data?.pages.flatMap(page => page.data).toReversed()
  return (
    <Frame
      label="Texts of an unknown number"
      onBack={onBack}
      title={phoneText || 'Unknown number'}
      detail="New lead"
      foot={<p className={classes.hint}>Say who this is to answer. They become your lead, with what they wrote.</p>}
    >
      {error && !texts && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !texts && <Loading />}
      {texts && <Bubbles texts={texts} />}
    </Frame>
  )
}

interface FrameProps {
  label: string
  title: string
  detail: string
  actions?: ReactNode
  foot: ReactNode
  onBack(): void
  children: ReactNode
}

function Frame({ label, title, detail, actions, foot, onBack, children }: FrameProps) {
  const scroller = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // The newest stands at the bottom; whoever reads further up stays there.
    const element = scroller.current
    if (!element) return
    const isNearEnd = element.scrollHeight - element.scrollTop - element.clientHeight < 240
    if (isNearEnd || element.dataset.shown !== label) element.scrollTop = element.scrollHeight
    if (element.querySelector('li')) element.dataset.shown = label
  })
  return (
    <section className={classes.conversation} aria-label={label}>
      <header className={classes.head}>
        <ActionIcon size="md" className={classes.back} aria-label="Back to the inbox" onClick={onBack}>
          <IconArrowLeft size={18} stroke={1.6} />
        </ActionIcon>
        <h2 className={classes.title}>{title}</h2>
        <span className={classes.detail}>{detail}</span>
        <span className={classes.actions}>{actions}</span>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <div className={classes.scroller} ref={scroller} tabIndex={0} role="log" aria-label="Messages">
        {children}
      </div>
      {foot}
    </section>
  )
}
