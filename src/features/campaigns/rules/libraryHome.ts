import { byHand, type CampaignModel, email, minutesLater, morning, sameTime, text } from './libraryModel.ts'

/** For people who look for a home, or have one to sell, now. */
export const homeLibrary: readonly CampaignModel[] = [
  {
    key: 'new-buyer',
    name: 'New buyer welcome',
    description: 'The first five days with a buyer: a hello, a call, and what to know before a first showing.',
    role: 'buyer_lead',
    stop_after_connection: true,
    steps: [
      text(
        {},
        'Hello',
        'Good {{time_of_day}} {{lead_first_name}}, thanks for looking at homes in {{lead_area}} with us. What matters most to you?',
      ),
      byHand(
        'phone_call',
        minutesLater(15),
        'First call',
        'Ask what they look for, by when, and whether they have a mortgage pre-approval.',
      ),
      email(morning(1), {
        name: 'How buying works here',
        subject: '{{lead_first_name}}, how we find your home',
        says: [
          'Good {{time_of_day}} {{lead_first_name}},',
          'Buying in {{lead_area}} goes best in this order: a pre-approval, a short list, showings, then an offer. I am glad to help with each of them.',
          'Tell me your three must-haves, and I will send what fits.',
        ],
      }),
      byHand('phone_call', sameTime(2), 'Second call', 'No answer yet: try at another time of the day.'),
      email(morning(2), {
        name: 'Closing costs',
        subject: 'What a purchase costs besides the price',
        says: [
          '{{lead_first_name}}, plan for 1.5 to 4 % of the price besides the down payment: land transfer tax, lawyer, title insurance and inspection.',
          'First-time buyers get part of the land transfer tax back. Shall I work it out for a home that you like?',
        ],
      }),
    ],
  },
  {
    key: 'waterfront',
    name: 'Waterfront buyers, 6 weeks',
    description: 'Six weeks for buyers who want to live by the lake.',
    role: 'buyer_lead',
    stop_after_connection: true,
    steps: [
      text(
        {},
        'Hello',
        'Hi {{lead_first_name}}, I know the buildings along the water well. Which side of downtown do you prefer?',
      ),
      byHand('phone_call', minutesLater(15), 'First call'),
      email(morning(1), {
        name: 'Three waterfront homes',
        subject: '{{lead_first_name}}, three homes by the lake',
        says: [
          'Good {{time_of_day}} {{lead_first_name}},',
          'Here are three that came on this week between Humber Bay and the Beaches. Which one shall we see first?',
        ],
      }),
      email(morning(2), {
        name: 'What $1.2M buys by the lake',
        subject: '{{lead_first_name}}, four homes on the water',
        says: [
          'Good {{time_of_day}} {{lead_first_name}},',
          'Here is what $1.2M buys by the lake this month. Two of them allow dogs.',
          'Shall I hold Saturday for you?',
        ],
      }),
      byHand('phone_call', sameTime(4), 'Second call'),
      byHand(
        'manual_text',
        morning(3, { execute_at: '10:00' }),
        'Invite to a Saturday tour',
        'Hi {{lead_first_name}}, I have two showings by the lake on Saturday. Would you like to join?',
      ),
      email(morning(11, { recurring: true, recurring_value: 1, recurring_period: 'month' }), {
        name: 'New this month',
        subject: 'New by the lake this month',
        says: [
          '{{lead_first_name}}, these are the homes that came on by the water this month, and what the last ones sold for.',
        ],
      }),
      byHand('reminder', morning(21), 'Decide: keep nurturing or close'),
    ],
  },
  {
    key: 'first-time',
    name: 'First-time buyers, the FHSA explained',
    description:
      'The First Home Savings Account, the Home Buyers’ Plan and the land transfer tax rebate, a topic each.',
    role: 'buyer_lead',
    stop_after_connection: true,
    steps: [
      email(
        { execute_at: '09:00' },
        {
          name: 'The FHSA',
          subject: 'Save for a first home tax-free',
          says: [
            '{{lead_first_name}}, a First Home Savings Account takes up to $8,000 a year, $40,000 in all. What you pay in lowers your taxable income, and taking it out for a first home is tax-free.',
          ],
        },
      ),
      email(morning(4), {
        name: 'The Home Buyers’ Plan',
        subject: 'Borrow from your own RRSP',
        says: [
          'Besides the FHSA, you may take up to $60,000 out of an RRSP for a first home, and have fifteen years to pay it back.',
        ],
      }),
      byHand('phone_call', sameTime(2), 'Ask about the down payment'),
      email(morning(5), {
        name: 'Land transfer tax rebate',
        subject: 'Up to $8,475 back on land transfer tax in Toronto',
        says: [
          'Ontario and Toronto both give first-time buyers a rebate. I am happy to work out what it means for a home that you like.',
        ],
      }),
      byHand('reminder', morning(7), 'Invite to a first showing'),
    ],
  },
  {
    key: 'renter',
    name: 'Renter, moving within 60 days',
    description: 'Fast: what a landlord asks for, then new listings every week.',
    role: 'rental_lead',
    stop_after_connection: true,
    steps: [
      text({}, 'Hello', 'Hi {{lead_first_name}}, when would you like to move, and how many of you are there?'),
      byHand('phone_call', minutesLater(10), 'First call'),
      email(morning(1), {
        name: 'What landlords ask for',
        subject: 'Your rental application, ready in a day',
        says: [
          '{{lead_first_name}}, have these four at hand: an employment letter, two pay stubs, a credit report, and references. Good places go within two days.',
        ],
      }),
      email(morning(2, { recurring: true, recurring_value: 1, recurring_period: 'week', expires_after_hours: 48 }), {
        name: 'New rentals this week',
        subject: 'New rentals in {{lead_area}}',
        says: ['Good {{time_of_day}} {{lead_first_name}}, these came on this week. Which may I show you?'],
      }),
      byHand('phone_call', sameTime(5), 'Second call'),
    ],
  },
  {
    key: 'seller',
    name: 'Seller: what is my home worth',
    description: 'From a question about the price to a listing appointment.',
    role: 'seller_lead',
    stop_after_connection: true,
    steps: [
      email(
        {},
        {
          name: 'Three numbers',
          subject: 'What homes like yours sold for',
          says: [
            'Good {{time_of_day}} {{lead_first_name}},',
            'A price rests on three numbers: what sold nearby, how long it took, and what is for sale now. I put them together for you.',
          ],
        },
      ),
      byHand('phone_call', minutesLater(20), 'First call', 'Offer a free evaluation at the home.'),
      email(morning(3), {
        name: 'What to repair and what not',
        subject: 'Where $1 spent brings back $2',
        says: [
          '{{lead_first_name}}, paint, light and a tidy front bring the most. Kitchens rarely pay back within a year.',
        ],
      }),
      byHand('phone_call', sameTime(3), 'Second call'),
      email(morning(7), {
        name: 'When to list',
        subject: 'Spring or now?',
        says: [
          'Fewer homes are for sale in winter, and those who look are serious. Let us compare both for your street.',
        ],
      }),
      byHand('reminder', morning(14), 'Bring the evaluation over'),
    ],
  },
  {
    key: 'precon',
    name: 'Pre-construction, before the launch',
    description: 'Floor plans, deposits and the ten-day cooling-off period, before a launch.',
    role: 'precon_lead',
    stop_after_connection: true,
    steps: [
      email(
        {},
        {
          name: 'Plans and prices',
          subject: 'Your floor plans',
          says: [
            '{{lead_first_name}}, the plans and the first prices are out. Tell me which layout you like, and I will hold a place on the list.',
          ],
        },
      ),
      byHand('phone_call', sameTime(1), 'First call'),
      email(morning(4), {
        name: 'Deposits',
        subject: 'How deposits work',
        says: [
          'Most builders ask for 15 to 20 % over two years, in trust. In Ontario you have ten days to walk away from a new condo.',
        ],
      }),
      byHand('manual_text', morning(5, { execute_at: '11:00' }), 'Invite to the presentation'),
      byHand('reminder', morning(10), 'Worksheet due'),
    ],
  },
  {
    key: 'happy-hour',
    name: 'Happy hour first touch',
    description: 'For leads claimed in happy hour: reach them within the hour.',
    role: null,
    stop_after_connection: true,
    steps: [
      text({}, 'Hello', 'Hi {{lead_first_name}}, I just saw your request about {{lead_area}} and can help right away.'),
      byHand('phone_call', minutesLater(5), 'Call now'),
      byHand('phone_call', sameTime(1), 'Call again'),
      email(morning(1), {
        name: 'Still looking?',
        subject: 'Still looking in {{lead_area}}?',
        says: ['{{lead_first_name}}, I tried to reach you. When is a good time for a quick call?'],
      }),
    ],
  },
]
