import { useNavigate } from '@tanstack/react-router'
import { serverSentence } from '../../../../platform/web/calls/apiErrors.ts'
import { undoable } from '../../../../platform/web/calls/undoable.ts'
import { confirm } from '../../../../platform/web/page/confirm.ts'
import { notify, notifyFailure } from '../../../../platform/web/page/notices.ts'
import { fullName } from '../../../leads/rules.ts'
import { leadIdOf } from '../../../leads/web/pieces/wording.ts'
import { useSession } from '../../../people/web/client/people.ts'
import { assignLead, flagBogus, handToRecruiter, restoreBogus, sendLead } from '../client/transfers.ts'
import { askForReceiver } from './handOverRequest.ts'

const REASSIGN_FAILED = 'There was an error reassigning this lead.'

/** Why a hand-over failed: the server's sentence, or the specification's where it has none (§8). */
export function whyNotHandedOver(error: unknown): string {
  return serverSentence(error, REASSIGN_FAILED)
}

interface OneLead {
  id: number
  first_name: string
  last_name: string
  agent_id: number | null
}

const nameOf = (lead: OneLead) => fullName(lead) || 'this lead'

/** What can be done with whose a lead is. */
export function useHandOver() {
  const { user } = useSession()
  const navigate = useNavigate()
  const isOffice = user?.is_admin ?? false
  /** An agent does not stay on the page of a lead that is theirs no longer. */
  const leaveAfter = (lead: OneLead, isDone: boolean): boolean => {
    if (isDone && !isOffice && leadIdOf(decodeURIComponent(location.pathname.split('/')[2] ?? '')) === lead.id)
      void navigate({ to: '/leads' })
    return isDone
  }
  return {
    isOffice,
    mayHandOver: isOffice || user?.agent_id != null,
    /** Asks to whom, then transfers (agents) or reassigns (the office). */
    handOver(lead: OneLead) {
      const without = [lead.agent_id, isOffice ? null : user?.agent_id].filter(id => typeof id === 'number')
      const name = nameOf(lead)
      askForReceiver({
        what: name,
        size: 1,
        isAtOnce: isOffice,
        without,
        give: agent => (isOffice ? reassign(lead.id, name, agent) : transfer(lead.id, name, agent)),
      })
    },
    recruit: async (lead: OneLead) => leaveAfter(lead, await recruit(lead)),
    flag: async (lead: OneLead) => leaveAfter(lead, await flag(lead)),
  }
}

async function reassign(id: number, name: string, agent: number): Promise<void> {
  try {
    const { to_agent } = await assignLead(id, agent)
    notify(`${name} is now with ${to_agent.fullname}.`)
  } catch (error) {
    notifyFailure(`Failed reassigning lead ${name}`)
    throw error
  }
}

async function transfer(id: number, name: string, agent: number): Promise<void> {
  const { to_agent } = await sendLead(id, agent)
  notify(`${name} was sent to ${to_agent.fullname}.`)
}

/** Asks first: the lead is somebody else's at once, and only they or an administrator can give it back. */
async function recruit(lead: OneLead): Promise<boolean> {
  const isSure = await confirm({
    title: 'Hand to recruiter?',
    message: `${fullName(lead) || 'This lead'} goes to our recruiter at once.`,
  })
  if (!isSure) return false
  const answer = await undoable({
    run: () => handToRecruiter(lead.id),
    said: `${nameOf(lead)} has been reassigned to our recruiter.`,
    failed: whyNotHandedOver,
  })
  return answer !== null
}

/** Asks first: after a while only an administrator can take the flag away. */
async function flag(lead: OneLead): Promise<boolean> {
  const isSure = await confirm({
    title: 'Flag as bogus?',
    message: `${fullName(lead) || 'This lead'} leaves every list and gets no more messages.`,
    destructive: true,
  })
  if (!isSure) return false
  const flagged = await undoable({
    run: () => flagBogus(lead.id),
    said: 'Flagged as bogus.',
    undo: () => restoreBogus(lead.id),
    destructive: true,
  })
  return flagged !== null
}

/** Takes the flag of a bogus lead away. */
export const unflag = (id: number) => undoable({ run: () => restoreBogus(id), said: () => null })
