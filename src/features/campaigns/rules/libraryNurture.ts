import { byHand, type CampaignModel, email, morning, sameTime, text } from './libraryModel.ts'

/** For people who are not in a hurry, or were clients before. */
export const nurtureLibrary: readonly CampaignModel[] = [
  {
    key: 'past-clients',
    name: 'Past clients, twice a year',
    description: 'Keeps in touch with people who bought or sold with you.',
    role: null,
    stop_after_connection: false,
    steps: [
      email(
        { execute_at: '10:00', recurring: true, recurring_value: 6, recurring_period: 'month' },
        {
          name: 'How your home does',
          subject: 'What your street did since we last spoke',
          says: [
            '{{lead_first_name}}, here is what sold near you, and what that says about your home. Ask me anything.',
          ],
        },
      ),
      byHand(
        'phone_call',
        morning(14, { recurring: true, recurring_value: 6, recurring_period: 'month' }),
        'Catch-up call',
      ),
    ],
  },
  {
    key: 'no-answer',
    name: 'No answer after three calls',
    description: 'Two weeks of lighter touches after calls that nobody answered.',
    role: null,
    stop_after_connection: true,
    steps: [
      text({}, 'Missed you', 'Hi {{lead_first_name}}, sorry that we keep missing each other. Is texting easier?'),
      email(morning(3), {
        name: 'One question',
        subject: 'One question, {{lead_first_name}}',
        says: ['Are you still looking in {{lead_area}}? A yes or a no is enough, and I will do the rest.'],
      }),
      byHand('phone_call', sameTime(4), 'One more call'),
      email(morning(7), {
        name: 'Closing your file',
        subject: 'Shall I close your file?',
        says: ['I do not want to be in the way. Without an answer I stop writing, and you can always come back to me.'],
      }),
    ],
  },
  {
    key: 'investors',
    name: 'Investors, quarterly numbers',
    description: 'Rents, vacancy and cap rates every quarter.',
    role: 'investor_lead',
    stop_after_connection: false,
    steps: [
      email(
        { execute_at: '09:00', recurring: true, recurring_value: 3, recurring_period: 'month' },
        {
          name: 'Quarterly numbers',
          subject: 'Rents and cap rates this quarter',
          says: [
            '{{lead_first_name}}, this is how rents, vacancy and prices moved in {{lead_area}}, with two units that carry themselves.',
          ],
        },
      ),
      byHand('phone_call', morning(7), 'Talk through the numbers'),
    ],
  },
  {
    key: 'renewal',
    name: 'Mortgage renewal ahead',
    description: 'For owners whose term ends within a year: stay, refinance or move.',
    role: 'seller_lead',
    stop_after_connection: true,
    steps: [
      email(
        { execute_at: '09:00' },
        {
          name: 'Three ways',
          subject: 'Your renewal: stay, refinance or move',
          says: [
            '{{lead_first_name}}, a renewal is a good moment to look at all three. I can put numbers to each for your home.',
          ],
        },
      ),
      byHand('phone_call', sameTime(5), 'Call about the renewal'),
      email(morning(30), {
        name: 'What a move would mean',
        subject: 'What a move would mean for your payment',
        says: ['Here is an example: the same payment, one more bedroom, twenty minutes further out.'],
      }),
    ],
  },
  {
    key: 'open-house',
    name: 'After an open house',
    description: 'Three days after somebody visited an open house.',
    role: 'buyer_lead',
    stop_after_connection: true,
    steps: [
      text({}, 'Thanks for coming', 'Hi {{lead_first_name}}, thanks for coming by. What did you think of the home?'),
      byHand('phone_call', sameTime(1), 'Ask what they thought'),
      email(morning(1), {
        name: 'Like this one',
        subject: 'Three like the one you saw',
        says: [
          '{{lead_first_name}}, if that one was close but not it, these three may be. Shall we see one this week?',
        ],
      }),
    ],
  },
  {
    key: 'downsizers',
    name: 'Downsizers, a year of patience',
    description: 'An e-mail every six weeks for people who are thinking about a smaller home.',
    role: 'seller_lead',
    stop_after_connection: true,
    steps: [
      email(
        { execute_at: '10:00', recurring: true, recurring_value: 6, recurring_period: 'week' },
        {
          name: 'A smaller home',
          subject: 'What a smaller home could look like',
          says: [
            '{{lead_first_name}}, this week: two bungalows and a condo with a terrace, and what the move would free up.',
          ],
        },
      ),
      byHand('phone_call', morning(42), 'How are the plans?'),
      byHand('reminder', morning(90), 'Send a card'),
    ],
  },
  {
    key: 'relocation',
    name: 'Moving to the city',
    description: 'For people who move here for work: areas, schools, commute.',
    role: null,
    stop_after_connection: true,
    steps: [
      email(
        {},
        {
          name: 'Where to live',
          subject: '{{lead_first_name}}, where to live in {{lead_area}}',
          says: [
            'A good area is one whose commute you can bear. Tell me where you will work, and I send three that fit.',
          ],
        },
      ),
      byHand('phone_call', sameTime(1), 'First call', 'Ask for the moving date and about schools.'),
      email(morning(4), {
        name: 'Rent first, or buy?',
        subject: 'Rent first, or buy?',
        says: [
          'Many rent for a year and learn the city. Others buy at once and save a move. Here is what speaks for each.',
        ],
      }),
    ],
  },
  {
    key: 'reactivate',
    name: 'Back on the site',
    description: 'For people who come back after months of quiet.',
    role: null,
    stop_after_connection: true,
    steps: [
      byHand('phone_call', {}, 'Call while it is fresh'),
      email(morning(1), {
        name: 'Good to see you again',
        subject: 'Good to see you again, {{lead_first_name}}',
        says: ['A lot has changed in {{lead_area}} since we last spoke. Shall I bring you up to date in ten minutes?'],
      }),
      byHand('reminder', morning(7), 'Look at what they viewed'),
    ],
  },
]
