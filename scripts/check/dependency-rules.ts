import type { IRegularForbiddenRuleType } from 'dependency-cruiser'
import { tiers } from './tiers.ts'

type Rule = IRegularForbiddenRuleType

const test = '\\.test\\.tsx?$'
const pure = '^src/(features/[^/]+/(contract|rules|events)(\\.ts$|/)|platform/(wire|map)/|product/region/[^/]+\\.ts$)'
const server =
  '^src/(features/[^/]+/(server/|demo(\\.ts$|/))|platform/(server|demo)/|product/config\\.ts$|integrations/|app/(demo/|(server|worker|main|config|features\\.server)\\.ts$))'
const demo = '^src/features/[^/]+/demo(\\.ts$|/)'
const rights = '^src/features/[^/]+/rights\\.ts$'
const web =
  '^src/(features/[^/]+/web/|platform/(web|ui)/|product/(site\\.ts|.*\\.tsx)$|screens/|app/shell/|app/(web\\.tsx|routes\\.tsx?|features\\.web\\.ts)$)'
const npm = (...names: string[]) => `(^|node_modules/)(${names.join('|')})($|/)`

const browserLibraries = npm('react', 'react-dom', '@mantine/[^/]+', '@tanstack/[^/]+', '@tabler/[^/]+')
const providerLibraries = npm(
  'twilio',
  '@twilio/[^/]+',
  '@googleapis/[^/]+',
  'googleapis',
  'google-auth-library',
  'nodemailer',
  'openid-client',
  'oidc-provider',
  'smtp-server',
  'mailparser',
  '@aws-sdk/[^/]+',
)

const rule = (name: string, rest: Omit<Rule, 'name' | 'severity'>): Rule => ({
  name,
  severity: 'error',
  ...rest,
})

const direction: Rule[] = [
  rule('no-cycles', { from: {}, to: { circular: true } }),
  rule('platform-knows-no-feature', {
    from: { path: '^src/platform/', pathNot: test },
    to: { path: '^src/(features|integrations|product)/' },
  }),
  rule('the-product-stands-on-the-platform', {
    from: { path: '^src/product/', pathNot: test },
    to: { path: '^src/', pathNot: '^src/(product|platform)/' },
  }),
  rule('integrations-know-no-feature', { from: { path: '^src/integrations/' }, to: { path: '^src/features/' } }),
  rule('only-app-sees-app', {
    from: { pathNot: ['^src/(app|testing)/', '^(scripts|bench|e2e)/', test] },
    to: { path: '^src/app/' },
  }),
  rule('screens-are-for-app', {
    from: { pathNot: ['^src/(screens|app)/', '^(scripts|bench|e2e)/', test] },
    to: { path: '^src/screens/' },
  }),
  rule('web-imports-no-server', { from: { path: web, pathNot: test }, to: { path: server } }),
  rule('server-imports-no-web', { from: { path: server, pathNot: test }, to: { path: [web, browserLibraries] } }),
]

const purity: Rule[] = [
  rule('pure-files-use-no-node', { from: { path: pure, pathNot: test }, to: { dependencyTypes: ['core'] } }),
  rule('pure-files-use-no-browser-library', { from: { path: pure, pathNot: test }, to: { path: browserLibraries } }),
  rule('pure-files-import-pure-files', {
    from: { path: pure, pathNot: test },
    // What happened is told within a transaction: the declaration of an event names the server's types.
    to: { path: '^src/', pathNot: [pure, '^src/platform/server/(events|context)\\.ts$'] },
  }),
  rule('only-events-name-the-server', {
    from: { path: pure, pathNot: [test, '/events(\\.ts$|/)'] },
    to: { path: '^src/platform/server/' },
  }),
]

const webEntrances = 'web/client|web/pieces|web/extensions'
const entrances = `contract|rules|events|server/queries|server/commands|${webEntrances}`
/** What reaches the accounts of people at a provider, for the features that each read something else there. */
const accounts = '^src/features/google-accounts/server/remote\\.ts$'

const features: Rule[] = [
  rule('features-are-entered-by-the-door', {
    from: { path: '^src/features/([^/]+)/', pathNot: [test, demo] },
    to: {
      path: '^src/features/',
      pathNot: ['^src/features/$1/', `^src/features/[^/]+/(${entrances})(\\.tsx?$|/)`, accounts],
    },
  }),
  rule('demos-enter-features-by-the-door-or-the-demo', {
    from: { path: '^src/features/([^/]+)/demo(\\.ts$|/)', pathNot: test },
    to: {
      path: '^src/features/',
      pathNot: ['^src/features/$1/', `^src/features/[^/]+/(${entrances}|demo)(\\.tsx?$|/)`],
    },
  }),
  rule('only-the-list-and-demos-know-demos', {
    from: {
      path: '^src/',
      pathNot: [demo, '^src/features/[^/]+/server/feature\\.ts$', '^src/app/demo/', '^src/testing/', test],
    },
    to: { path: demo },
  }),
  rule('app-enters-servers-by-their-feature', {
    from: { path: '^src/app/', pathNot: test },
    to: { path: '^src/features/[^/]+/server/', pathNot: '^src/features/[^/]+/server/(feature|config)\\.ts$' },
  }),
  rule('rights-are-for-tests', {
    from: { path: '^src/', pathNot: ['^src/(testing|app/rights)/', test] },
    to: { path: rights },
  }),
  rule('the-harness-is-for-tests', {
    from: { path: '^src/', pathNot: ['^src/(testing|app/rights)/', rights, test] },
    to: { path: '^src/testing/' },
  }),
  // What the app and the screens take of a browser's side.
  rule('screens-enter-by-the-door', {
    from: { path: '^src/(screens|app)/', pathNot: test },
    to: {
      path: '^src/features/[^/]+/web/',
      pathNot: `^src/features/[^/]+/(${webEntrances}|web/feature)(\\.tsx?$|/)`,
    },
  }),
  rule('screens-know-no-manifest', {
    from: { path: '^src/screens/', pathNot: test },
    to: { path: '^src/features/[^/]+/web/feature\\.tsx?$' },
  }),
  rule('database-library-only-in-queries', {
    from: {
      path: '^src/',
      pathNot: [
        '^src/platform/(server|demo)/',
        '^src/features/[^/]+/server/queries',
        demo,
        '^src/testing/',
        '^src/app/demo/',
        test,
      ],
    },
    to: { path: npm('kysely', 'pg'), dependencyTypesNot: ['type-only'] },
  }),
  rule('provider-libraries-only-in-integrations', {
    // The browser's own makers of voice stand beside each other, as no integration is read by browsers.
    from: { path: '^src/', pathNot: ['^src/integrations/', '^src/features/calling/web/voice/', test] },
    to: { path: providerLibraries },
  }),
  rule('handlers-use-no-integration', {
    from: { path: '^src/features/[^/]+/server/(handlers|queries|commands|listeners)(\\.ts$|/)', pathNot: test },
    to: { path: '^src/integrations/' },
  }),
]

/** The door for messages to leads, and those who write to colleagues. */
const grantsPermits = '^src/features/((outbound|people|notifications)/server/|reports/server/jobs/send\\.ts$)'

const sending: Rule[] = [
  // What sends to people takes a permit; whoever grants one has decided that the message may go.
  rule('only-the-door-grants-permits', {
    from: { path: '^(src|bench)/', pathNot: [grantsPermits, test] },
    to: { path: '^src/platform/server/permit\\.ts$', dependencyTypesNot: ['type-only'] },
  }),
  rule('messages-need-a-permit', {
    from: { path: '^(src|bench)/', pathNot: ['^src/integrations/mail/', test] },
    to: { path: '^src/integrations/mail/client\\.ts$', dependencyTypesNot: ['type-only'] },
  }),
]

const folder = (names: readonly string[]) => `^src/features/(${names.join('|')})/`

/** A feature looks down: not up, and not sideways at another of its own tier. */
const lookDown: Rule[] = tiers.map((names, level) =>
  rule(`tier-${level + 1}-looks-down`, {
    from: { path: `^src/features/(${names.join('|')})/`, pathNot: test },
    to: { path: folder(tiers.slice(level).flat()), pathNot: '^src/features/$1/' },
  }),
)

/** Which way imports point; type imports count. */
export const dependencyRules: readonly Rule[] = [...direction, ...purity, ...features, ...sending, ...lookDown]
