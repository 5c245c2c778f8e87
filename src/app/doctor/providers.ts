import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { scanFile } from '../../integrations/clamav/client.ts'
import { connectDotloop } from '../../integrations/dotloop/client.ts'
import { connectFacebook } from '../../integrations/facebook/client.ts'
import { fileStore } from '../../integrations/files/client.ts'
import { googleProblem } from '../../integrations/google/tokens.ts'
import { identityClient } from '../../integrations/identity/client.ts'
import { connectLoneWolf } from '../../integrations/lone-wolf/client.ts'
import { connectMls } from '../../integrations/mls/client.ts'
import { oneSignalProblem } from '../../integrations/onesignal/client.ts'
import { sipProblem } from '../../integrations/sip/reach.ts'
import { twilioProblem } from '../../integrations/twilio/client.ts'
import { voiceProblem } from '../../integrations/twilio-voice/control.ts'
import { type Finding, fine, wrong } from '../../platform/server/checkup/finding.ts'
import type { Config } from '../../platform/server/config.ts'

/** How a provider is asked whether it works, and what to look at when it does not. */
interface ProviderCheck {
  check: string
  mend: string
  /** Answers what is wrong, `null` for nothing; missing where it is not set up. */
  problem: (() => Promise<string | null>) | null
}

/** Longer than any of the clients waits. */
export const PROVIDER_TIMEOUT_MS = 15_000

const when = <Given>(given: Given | null, problem: (given: Given) => Promise<string | null>) =>
  given === null ? null : () => problem(given)

function providersOf(config: Config): ProviderCheck[] {
  const { identity, google, twilio, voice, sip, mls, dotloop, loneWolf, facebook, oneSignal, clamd } = config
  return [
    {
      check: 'Sign-in',
      mend: 'Look at IDENTITY_ISSUER: it must be what the provider calls its issuer, and this machine must reach it.',
      problem: when(identity, identityProblem),
    },
    {
      check: 'Google',
      mend: 'Look at IDENTITY_CLIENT_ID and IDENTITY_CLIENT_SECRET in the console of Google Cloud.',
      problem: when(google, googleProblem),
    },
    {
      check: 'Texts (Twilio)',
      mend: 'Look at TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN in the console of Twilio.',
      problem: when(twilio, twilioProblem),
    },
    {
      check: 'Calls (Twilio)',
      mend: 'Look at TWILIO_API_KEY, TWILIO_API_SECRET and TWILIO_VOICE_APP in the console of Twilio.',
      problem: when(voice, voiceProblem),
    },
    {
      check: 'Calls (SIP)',
      mend: 'Look at SIP_WS_URL, at the certificate of the telephone system and at the firewall.',
      problem: when(sip, system => sipProblem(system, PROVIDER_TIMEOUT_MS)),
    },
    {
      check: 'Listing feed (MLS)',
      mend: 'Look at MLS_URL and MLS_TOKEN; boards end tokens of members who leave.',
      problem: when(mls, server =>
        connectMls({ ...server, timeoutMs: 10_000 })
          .changesAfter(null, 1)
          .then(() => null),
      ),
    },
    {
      check: 'Dotloop',
      mend: 'Look at DOTLOOP_CLIENT_ID and DOTLOOP_CLIENT_SECRET.',
      problem: when(dotloop, service => connectDotloop(service, { timeoutMs: 10_000 }).problem()),
    },
    {
      check: 'Lone Wolf',
      mend: 'Look at LONE_WOLF_URL, LONE_WOLF_KEY and LONE_WOLF_SECRET.',
      problem: when(loneWolf, async server => {
        const state = await connectLoneWolf(server).account()
        return state.is_valid ? null : state.problem
      }),
    },
    {
      check: 'Facebook',
      mend: 'Look at FACEBOOK_APP_SECRET, and make a new FACEBOOK_PAGE_TOKEN.',
      problem: when(facebook, app => connectFacebook(app).problem()),
    },
    {
      check: 'Native app (OneSignal)',
      mend: 'Look at ONESIGNAL_APP_ID and ONESIGNAL_API_KEY.',
      problem: when(oneSignal, oneSignalProblem),
    },
    {
      check: 'Virus scanner',
      mend: 'Look whether clamd runs, and at CLAMD_ADDRESS.',
      problem: when(clamd, async address => {
        const { state } = await scanFile(address, Readable.from([Buffer.from('Keyturn asks.')]), { silenceMs: 10_000 })
        return state === 'clean' ? null : 'It finds something in a file that is clean.'
      }),
    },
  ]
}

async function identityProblem(identity: NonNullable<Config['identity']>): Promise<string | null> {
  const scopes = { signin: ['openid'], scopes: ['openid'] }
  const prompts = { signin: 'select_account', scopes: 'consent' }
  const client = identityClient({ ...identity, scopes, prompts, nearAddress: null })
  try {
    await client.begin({ purpose: 'signin', redirectUri: 'http://localhost/' })
    return null
  } catch {
    return 'The provider at IDENTITY_ISSUER does not describe itself.'
  }
}

/** Asks every provider that is set up, all at once; what is not set up is one line. */
export async function checkProviders(config: Config): Promise<Finding[]> {
  const providers = providersOf(config)
  const findings = await Promise.all(
    providers.map(async ({ check, mend, problem }) => {
      if (problem === null) return []
      const said = await within(PROVIDER_TIMEOUT_MS, problem())
      return [said === null ? fine(check, 'It answers, and knows us.') : wrong(check, 'error', said, mend)]
    }),
  )
  const off = providers.filter(({ problem }) => problem === null).map(({ check }) => check)
  const rest = off.length === 0 ? [] : [fine('Not set up', `${off.join(', ')}.`)]
  return [...findings.flat(), ...rest]
}

/** Writes a file where files are stored, reads it and deletes it. */
export async function checkFiles(config: Config): Promise<Finding> {
  const where = config.filesS3 ? `The bucket ${config.filesS3.bucket}` : `The folder ${config.filesDir}`
  const problem = await within(PROVIDER_TIMEOUT_MS, probe(config))
  if (problem === null) return fine('Files', `${where} takes, gives back and deletes.`)
  const mend = config.filesS3
    ? 'Look at FILES_S3_BUCKET, its region and its key: the key has to put, get, list and delete objects.'
    : 'Change who owns it, make room, or set KEYTURN_DATA to another folder.'
  return wrong('Files', 'error', `${where} cannot be used: ${problem}`, mend)
}

async function probe(config: Config): Promise<string | null> {
  const store = fileStore(config, 'doctor')
  const name = randomUUID()
  const bytes = Buffer.from(name)
  try {
    await store.keep(name, bytes)
    const found = await store.open(name)
    const isSame = found !== null && bytes.equals(await buffer(found.body))
    await store.remove(name)
    return isSame ? null : 'it gives back something else than it took.'
  } catch (error) {
    const { code, name: kind } = error as { code?: string; name?: string }
    return `${code ?? kind ?? 'it failed'}.`
  }
}

/** What is wrong, told in time; whoever is silent or fails is wrong, too. */
async function within(ms: number, problem: Promise<string | null>): Promise<string | null> {
  const { promise: late, resolve } = Promise.withResolvers<string>()
  const timer = setTimeout(() => resolve('It did not answer in time.'), ms)
  const said = problem.catch((error: unknown) => (error instanceof Error ? error.message : 'It failed.'))
  return Promise.race([said, late]).finally(() => clearTimeout(timer))
}
