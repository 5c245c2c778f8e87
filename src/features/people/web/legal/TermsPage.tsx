import { LegalPage, type LegalPart, site } from './LegalPage.tsx'

const parts: readonly LegalPart[] = [
  {
    id: 'agreement',
    title: 'This agreement',
    body: (
      <p>
        These terms are between you, a real-estate agent or a member of a brokerage’s staff, and the brokerage that runs{' '}
        {site.name} at {site.domain}. By signing in you accept them. They stand beside your agreement with the
        brokerage; if the two differ, the agreement with the brokerage holds.
      </p>
    ),
  },
  {
    id: 'eligible',
    title: 'Who may use it',
    body: (
      <ul>
        <li>You are at least 18 years old.</li>
        <li>You are registered to trade in real estate in your province, or work for a brokerage that is.</li>
        <li>The brokerage gave you an account. It is yours alone: do not lend it, and keep your device locked.</li>
      </ul>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          You sign in with a Google account and grant access to your calendar and read-only access to your mail, for the
          purposes that the <a href="/disclosure">limited-use disclosure</a> names. Without them the product cannot do
          its work and does not open.
        </p>
        <p>
          Administrators of your brokerage can open your account to help you or to check on it. While they do, a banner
          says so, and what they do is recorded under their name.
        </p>
      </>
    ),
  },
  {
    id: 'leads',
    title: 'Leads and clients',
    body: (
      <>
        <p>
          Leads are entrusted to you by the brokerage. Follow up within the time your brokerage sets; a lead that nobody
          contacts may be offered to a colleague. You may export or copy client information only as the brokerage
          allows, and you stop using it when you leave.
        </p>
        <p>Record what you promise a client. The next person who helps them will rely on it.</p>
      </>
    ),
  },
  {
    id: 'contact',
    title: 'Contacting people',
    body: (
      <>
        <p>You are responsible for what you send and whom you call. In particular:</p>
        <ul>
          <li>send commercial messages only with the consent that Canada’s anti-spam legislation requires;</li>
          <li>honor a withdrawal at once, however it reaches you;</li>
          <li>check the national do-not-call list, and tell people when a call is recorded;</li>
          <li>advertise only what is true, current and permitted by your province’s rules.</li>
        </ul>
        <p>{site.name} holds back messages for which no consent is recorded. That does not release you from asking.</p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'What is not allowed',
    body: (
      <ul>
        <li>Looking at clients who are not yours, out of curiosity or for others.</li>
        <li>Bulk copying, automated reading, or attempts to get around a limit or a right.</li>
        <li>Uploading files that are unlawful, harmful, or not yours to share.</li>
        <li>Discrimination of any kind against a person who looks for a home.</li>
      </ul>
    ),
  },
  {
    id: 'service',
    title: 'The service',
    body: (
      <p>
        We work to keep {site.name} available and announce maintenance beforehand. Listing data comes from boards and
        may be late or wrong; verify it before you rely on it. Figures such as commissions and scores help you decide
        and are not financial advice.
      </p>
    ),
  },
  {
    id: 'ownership',
    title: 'Ownership',
    body: (
      <p>
        The records in {site.name} belong to the brokerage. The texts and templates you write remain yours, and the
        brokerage may use them in its work. The software is used under its own license.
      </p>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <p>
        As far as the law allows, neither side is liable to the other for indirect losses such as missed commissions.
        Nothing here limits liability that cannot be limited by law, or your duties to your clients.
      </p>
    ),
  },
  {
    id: 'end',
    title: 'Ending',
    body: (
      <p>
        You may stop at any time. The brokerage may close your account when you leave it or break these terms. Your
        permissions to Google are then revoked, and open leads and deals pass to a colleague.
      </p>
    ),
  },
  {
    id: 'law',
    title: 'Law and changes',
    body: (
      <p>
        The laws of the province of Ontario and of Canada apply. When these terms change, you are asked to read them
        again; going on means you accept. Questions go to{' '}
        <a href={`mailto:${site.privacyEmail}`}>{site.privacyEmail}</a>.
      </p>
    ),
  },
]

/** The terms of service for agents; public. */
export function TermsPage() {
  return (
    <LegalPage
      title="Terms of service for agents"
      summary={`You may use ${site.name} to serve the clients your brokerage entrusts to you. In return you treat their information as you would want yours to be treated.`}
      parts={parts}
    />
  )
}
