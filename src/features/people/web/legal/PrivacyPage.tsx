import { LegalPage, type LegalPart, site } from './LegalPage.tsx'

const parts: readonly LegalPart[] = [
  {
    id: 'who',
    title: 'Who we are',
    body: (
      <>
        <p>
          {site.name} is a customer relationship system for real-estate brokerages in Canada, offered at {site.domain}.
          The brokerage that gave you your account runs it and decides how the information in it is used. In this policy
          “we” means that brokerage together with the operators of {site.name} who act on its instructions.
        </p>
        <p>
          We follow the Personal Information Protection and Electronic Documents Act (PIPEDA), the provincial privacy
          laws that stand in its place, and Canada’s anti-spam legislation (CASL).
        </p>
      </>
    ),
  },
  {
    id: 'collect',
    title: 'What we collect',
    body: (
      <>
        <p>From the people who work with {site.name}, and from those who ask a brokerage for its services:</p>
        <ul>
          <li>
            <strong>Name, e-mail address and phone number.</strong> To recognize you, to reach you, and to show
            colleagues and clients whom they deal with.
          </li>
          <li>
            <strong>Usage data.</strong> Pages opened, actions taken, the time of each, the type of browser and device,
            and the network address. For security, for support and to find out what to improve.
          </li>
          <li>
            <strong>Cookies and browser storage.</strong> A sign-in token, drafts of what you are writing and your
            preferences are kept in your browser. We use no advertising cookies.
          </li>
          <li>
            <strong>What clients tell their agent.</strong> The homes they look for, budgets, showings, messages, notes
            and the documents of a transaction.
          </li>
        </ul>
        <p>
          We do not collect payment cards, health information, or more identification than the law asks a brokerage for.
        </p>
      </>
    ),
  },
  {
    id: 'google',
    title: 'Your mail and calendar',
    body: (
      <>
        <p>You sign in with your Google account and are asked for two permissions. Each is used for one purpose:</p>
        <ul>
          <li>
            <strong>Read-only mail</strong> is used to stop campaigns when a lead replies, and to show the e-mail
            history with that lead on the lead’s timeline. Only messages to or from a lead’s address are read; the
            others are passed over. We never send, change or delete your mail.
          </li>
          <li>
            <strong>Calendar</strong> is used for tasks and showings: what you plan here appears in your calendar, and
            moving it there moves it here.
          </li>
        </ul>
        <p>
          The <a href="/disclosure">limited-use disclosure</a> says more. You can take both permissions back at any time
          in your Google account.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'How we use it',
    body: (
      <ul>
        <li>To answer an inquiry and to introduce a client to the right agent.</li>
        <li>To arrange showings, prepare offers and keep the records that the law requires of a brokerage.</li>
        <li>To send listings and news to people who agreed to it. Every such message can be stopped with one press.</li>
        <li>To keep accounts safe: sign-ins, failed sign-ins and changes are recorded.</li>
        <li>To repair faults. Error reports name the signed-in employee, never a client.</li>
      </ul>
    ),
  },
  {
    id: 'share',
    title: 'With whom we share it',
    body: (
      <>
        <p>We do not sell personal information. It reaches others only where the service needs it:</p>
        <ul>
          <li>the agents, administrators and staff of your brokerage, each as far as their role goes;</li>
          <li>
            providers who carry e-mail, text messages and calls, store files, or host the service, under contract;
          </li>
          <li>the other side of a transaction, its lawyers and lenders, when a client’s deal requires it;</li>
          <li>authorities, when a law or a court order obliges us.</li>
        </ul>
        <p>Some providers process data outside Canada, where other laws apply to it.</p>
      </>
    ),
  },
  {
    id: 'keep',
    title: 'How long we keep it',
    body: (
      <p>
        Records of trades are kept for six years, as real-estate law requires. Other information about a client is
        erased on request, or when it has not been needed for three years. Sign-in tokens end after thirty days without
        use. When something is erased, what the law makes us keep is named to you.
      </p>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          You may ask what we hold about you, have it corrected, receive a copy, withdraw your consent, and have it
          erased within the limits above. Write to <a href={`mailto:${site.privacyEmail}`}>{site.privacyEmail}</a>; we
          answer within thirty days. If you are not satisfied you can turn to the Office of the Privacy Commissioner of
          Canada.
        </p>
      </>
    ),
  },
  {
    id: 'safety',
    title: 'How we protect it',
    body: (
      <p>
        Connections are encrypted. Permissions to your Google account are stored encrypted and apart. Each person sees
        the clients they are responsible for and no others; every change is recorded with who made it. If information is
        ever exposed in a way that could harm you, we tell you and the Commissioner.
      </p>
    ),
  },
  {
    id: 'age',
    title: 'Age',
    body: (
      <p>
        {site.name} is for people of 18 years and older. We do not knowingly collect information from anyone younger.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes and contact',
    body: (
      <p>
        When this policy changes we say so here and, if the change matters to you, by e-mail before it applies.
        Questions go to the privacy officer at <a href={`mailto:${site.privacyEmail}`}>{site.privacyEmail}</a>.
      </p>
    ),
  },
]

/** The privacy policy; public. */
export function PrivacyPage() {
  return (
    <LegalPage
      title="Privacy policy"
      summary={`${site.name} holds what an agent needs to serve a client, and nothing for anybody else. This page says what that is, why it is needed, and how to see, correct or erase it.`}
      parts={parts}
    />
  )
}
