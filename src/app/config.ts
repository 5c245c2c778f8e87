import { commissionConfig } from '../features/commission/server/config.ts'
import { doNotCallConfig } from '../features/do-not-call/server/config.ts'
import { emailConfig } from '../features/email/server/config.ts'
import { leadsConfig } from '../features/leads/server/config.ts'
import { listingsConfig } from '../features/listings/server/config.ts'
import { outboundConfig } from '../features/outbound/server/config.ts'
import { peopleConfig } from '../features/people/server/config.ts'
import { clamavConfig } from '../integrations/clamav/config.ts'
import { dotloopConfig } from '../integrations/dotloop/config.ts'
import { facebookConfig } from '../integrations/facebook/config.ts'
import { filesConfig } from '../integrations/files/config.ts'
import { gmailConfig } from '../integrations/gmail/config.ts'
import { googleConfig } from '../integrations/google/config.ts'
import { identityConfig } from '../integrations/identity/config.ts'
import { loneWolfConfig } from '../integrations/lone-wolf/config.ts'
import { mailConfig } from '../integrations/mail/config.ts'
import { mlsConfig } from '../integrations/mls/config.ts'
import { oneSignalConfig } from '../integrations/onesignal/config.ts'
import { sipConfig } from '../integrations/sip/config.ts'
import { twilioConfig } from '../integrations/twilio/config.ts'
import { voiceConfig } from '../integrations/twilio-voice/config.ts'
import { webPushConfig } from '../integrations/web-push/config.ts'
import { webhooksConfig } from '../integrations/webhooks/config.ts'
import { type Config, readConfig } from '../platform/server/config.ts'
import { brands } from '../product/brand/brands.ts'
import { productConfig } from '../product/config.ts'

/** What each part of the product reads of the environment. A part whose fields `Config` names and that is missing here does not compile. */
export const configSlices = [
  productConfig,
  clamavConfig,
  dotloopConfig,
  facebookConfig,
  filesConfig,
  identityConfig,
  googleConfig,
  gmailConfig,
  mailConfig,
  mlsConfig,
  loneWolfConfig,
  twilioConfig,
  voiceConfig,
  sipConfig,
  webhooksConfig,
  webPushConfig,
  oneSignalConfig,
  peopleConfig,
  leadsConfig,
  outboundConfig,
  doNotCallConfig,
  emailConfig,
  listingsConfig,
  commissionConfig,
] as const

/** The stages whose errors are reported (specification §9). */
export const REPORTED_STAGES: readonly string[] = ['staging', ...brands.map(brand => `${brand}_live`)]

/** Reads and checks the environment of the product; throws a `ConfigError` that names each wrong variable. */
export const readProductConfig = (environment: NodeJS.ProcessEnv): Config =>
  readConfig(environment, configSlices, REPORTED_STAGES)
