import { type Random, weights } from '../../../platform/demo/random.ts'

/** How a person is called. */
export interface PersonName {
  first: string
  last: string
}

interface Community {
  first: readonly string[]
  last: readonly string[]
}

const community = (first: string, last: string): Community => ({ first: first.split(' '), last: last.split(' ') })

/** Names that are common in Toronto's communities, with how many of a hundred people they stand for. */
const communities = weights<Community>([
  [
    community(
      'Priya Arjun Anika Rohan Neha Vikram Harpreet Gurpreet Simran Jaspreet Kavya Aditya Meera Sanjay Deepa Rahul Pooja Manpreet Kiran Amrit Divya Suresh Lakshmi Nikhil Ayesha Imran Fatima Bilal Hamza Zainab Tharshan Nirosha',
      'Sharma Patel Singh Kaur Gill Dhillon Grewal Sandhu Raghunathan Malhotra Rao Iyer Nair Reddy Gupta Mehta Desai Kapoor Chopra Bhatt Siddiqui Khan Ahmed Qureshi Sivakumar Thiruchelvam Ratnam Perera Fernando Rahman Chowdhury Hossain',
    ),
    24,
  ],
  [
    community(
      'Wei Li Ming Jing Xiaoming Mei Jun Hao Yan Ling Fang Wen Jason Vivian Kevin Michelle Winnie Raymond Cindy Eric Karen Tony Wei-Lin Ka-Yan Siu-Ming Chun Yuki Grace',
      'Wang Li Zhang Liu Chen Yang Huang Zhao Wu Zhou Xu Sun Ma Zhu Lin Guo He Lam Wong Chan Cheung Leung Ng Ho Tam Kwan Lau Yeung Fung Mak',
    ),
    15,
  ],
  [
    community(
      'James Sarah Emily Jordan Devon Katherine Michael Andrew Laura Ian Claire Duncan Heather Graham Megan Ross Fiona Liam Alistair Bridget Nathan Rebecca Colin Hannah Peter Susan Gordon Amy',
      'Smith Brown Campbell MacDonald Whitlock Thompson Wilson Stewart Murray Fraser Robertson Taylor Clarke Walker Hughes Bennett Foster Reid Hamilton Blackbird McLean Armstrong Burke Doyle Sullivan Bell Cooper Ward',
    ),
    19,
  ],
  [
    community(
      'Andre Keisha Marlon Shanice Dwayne Tanisha Jermaine Camille Nadia Kwame Ricardo Simone Delroy Marcia Tyrell Alicia Winston Yvette Curtis Renee',
      'Campbell Williams Brown Grant Morgan Bailey Francis Joseph Baptiste Charles Samuels Gordon Palmer Reid Bartley Ramkissoon Mohammed Singh Persaud Henry',
    ),
    9,
  ],
  [
    community(
      'Mateus Ana João Maria Tiago Inês Rui Sofia Miguel Beatriz Paulo Catarina Nuno Carla',
      'Silva Carvalho Ferreira Santos Pereira Oliveira Costa Sousa Medeiros Pacheco Furtado Raposo Amaral Cabral',
    ),
    5,
  ],
  [
    community(
      'Marco Giulia Antonio Francesca Luca Rosa Domenic Theo Gianna Vincenzo Teresa Carmela Franco Bianca',
      'Marchetti Rossi Russo Colangelo De-Luca Esposito Bianchi Castellano Ricci Mancini Di-Giovanni Caruso Galati Ferrari',
    ),
    6,
  ],
  [
    community(
      'Leila Farah Arash Shirin Babak Nasrin Kaveh Parisa Reza Mahsa Omid Yasmin Dariush Niloufar',
      'Farahani Tehrani Hosseini Ahmadi Moradi Karimi Rahimi Jafari Kazemi Sadeghi Shirazi Rostami Azadi Bahrami',
    ),
    5,
  ],
  [
    community(
      'Maricel Jose Angelica Ramon Liza Jericho Cherry Rodel Marites Paolo Rowena Erwin Jocelyn Dennis',
      'Santos Reyes Cruz Bautista Del-Rosario Garcia Mendoza Villanueva Aquino Ramos Castillo Navarro Domingo Pascual',
    ),
    6,
  ],
  [
    community(
      'Omar Layla Ahmed Rania Youssef Nour Karim Hala Samir Dina Tariq Mona Hassan Salma',
      'Haddad Khoury Mansour Hassan Nasser Saleh Farouk Aziz El-Masri Boutros Darwish Hamdan Ibrahim Al-Najjar',
    ),
    4,
  ],
  [
    community(
      'Soo-jin Min-jun Ji-woo Hye-rin Seung-ho Eun-ji Daniel Esther Joon Hana',
      'Baek Kim Lee Park Choi Jung Kang Cho Yoon Lim',
    ),
    3,
  ],
  [
    community(
      'Amara Nkechi Chidi Kofi Ama Grace Tunde Yetunde Samuel Abena Hodan Abdi Selam Dawit Tigist Emeka',
      'Okafor Adeyemi Mensah Boateng Oyelaran Nwosu Eze Owusu Asante Warsame Abdullahi Tesfaye Bekele Diallo Okonkwo Balogun',
    ),
    5,
  ],
  [
    community(
      'Isabelle Chloé Étienne Mathieu Amélie Julien Geneviève Luc Noémie Sébastien',
      'Gauthier Bergeron Tremblay Côté Lavoie Bélanger Gagnon Ouellet Fortin Desrosiers',
    ),
    3,
  ],
  [
    community(
      'Oksana Dmytro Iryna Andriy Tomasz Agnieszka Dmitri Natalia Piotr Olena Bohdan Katarzyna Volodymyr Ewa',
      'Kovalenko Shevchenko Bondarenko Wierzbicki Nowak Kowalski Volkov Melnyk Wiśniewski Tkachenko Petrenko Zielinski Hryhorenko Kaminski',
    ),
    5,
  ],
  [
    community(
      'Rosa Diego Valentina Carlos Camila Luis Gabriela Andrés Lucía Alejandro',
      'Delgado Hernández Ramírez Torres Vargas Morales Rojas Quispe Castro Peña',
    ),
    3,
  ],
  [
    community(
      'Eleni Dimitri Alexandria Nikos Ingrid Anders Miriam Avi Shira Noam Linh Minh Thao Tuan',
      'Papadimitriou Pappas Georgiou Halvorsen Lindqvist Goldberg Rosen Shapiro Katz Nguyen Tran Pham Vu Dang',
    ),
    5,
  ],
])

/** Names that break what was written with only Smith in mind. */
const unusual: readonly PersonName[] = [
  { first: 'Priyanka', last: '' },
  { first: '', last: 'Null' },
  { first: 'Jennifer', last: 'Null' },
  { first: 'Liam', last: "O'Donoghue" },
  { first: 'Siobhán', last: "O'Shaughnessy-D'Arcy" },
  { first: 'مریم', last: 'حسینی' },
  { first: 'יעל', last: 'כהן' },
  { first: 'محمد', last: 'الخوري' },
  { first: '美玲', last: '陳' },
  { first: '지우', last: '김' },
  { first: 'Wolfeschlegelsteinhausen-Bergerdorff', last: 'Featherstonehaugh-Cholmondeley-Marjoribanks' },
  { first: 'Maria del Carmen Francisca Josefa', last: 'de los Santos y Fernández de Córdoba-Villanueva' },
  { first: 'Bo', last: 'O' },
  { first: 'Ng', last: 'Ng' },
  { first: 'Sukarno', last: '' },
  { first: 'Test', last: 'True' },
  { first: 'Jean-François', last: 'Lévesque' },
  { first: 'Zoë', last: 'van der Berg' },
  { first: 'Đặng', last: 'Thị Ngọc Ánh' },
  { first: 'Łukasz', last: 'Źdźbłowski' },
]

/** How many people have a name of their community before one has an unusual name. */
const USUAL_PER_UNUSUAL = 97

/** A name; every now and then one that software stumbles over. */
export function personName(random: Random, index: number): PersonName {
  if (index % USUAL_PER_UNUSUAL === USUAL_PER_UNUSUAL - 1) {
    const name = unusual[Math.floor(index / USUAL_PER_UNUSUAL) % unusual.length]
    if (name) return name
  }
  const people = random.weighted(communities)
  // Partners of mixed origin exist; most names go together.
  const family = random.happens(0.07) ? random.weighted(communities) : people
  return { first: random.pick(people.first), last: random.pick(family.last).replace(/^(De|Del|Di)-/, '$1 ') }
}

const mailHosts = [
  'mail.test',
  'inbox.test',
  'post.test',
  'lakeshoremail.test',
  'northmail.test',
  'mapleweb.test',
  'sixmail.test',
  'harbour.test',
  'queenstreet.test',
  'ravine.test',
]

const latin = (text: string) =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll('ł', 'l')
    .replaceAll('đ', 'd')
    .replace(/[^a-z]/g, '')

/** An address of nobody: `.test` is never delivered. Differs for every index. */
export function emailOf(name: PersonName, index: number): string {
  const [first, last] = [latin(name.first), latin(name.last)]
  const host = mailHosts[index % mailHosts.length] ?? 'mail.test'
  const turn = Math.floor(index / mailHosts.length)
  const box = [first, last].filter(Boolean).join(turn % 3 === 1 ? '' : turn % 3 === 2 ? '_' : '.') || 'person'
  return `${box.slice(0, 50)}${turn < 3 ? '' : turn}@${host}`
}

/** Area codes of Ontario, those of Toronto and around it first. */
const AREA_CODES =
  '416 647 437 905 289 365 742 519 226 548 382 613 343 753 705 249 683 807 514 438 450 418 581 604 778 236 403 587 825 780 204 431 306 639 902 782 506 709'.split(
    ' ',
  )
/** Numbers of the form 555-01xx are kept for invented people. */
const FICTION_PER_CODE = 100
const ONTARIO = 18 * FICTION_PER_CODE
const FICTION = AREA_CODES.length * FICTION_PER_CODE

/**
 * A number of nobody. The first few thousand people get one each of the form 555-01xx, in a mixed order; a larger brokerage
 * than that uses the rest of the exchange 555, in which nobody is reached either.
 */
export function phoneOf(index: number): string {
  if (index < FICTION) {
    // 1,117 and 1,201 share no factor with the block sizes: every number comes once.
    const slot =
      index < ONTARIO ? (index * 1117) % ONTARIO : ONTARIO + (((index - ONTARIO) * 1201) % (FICTION - ONTARIO))
    return `+1${AREA_CODES[Math.floor(slot / FICTION_PER_CODE)]}55501${String(slot % FICTION_PER_CODE).padStart(2, '0')}`
  }
  const beyond = index - FICTION
  const line = 200 + ((beyond * 7919) % 9_800)
  return `+1${AREA_CODES[Math.floor(beyond / 9_800) % AREA_CODES.length]}555${String(line).padStart(4, '0')}`
}

const codesOfToronto = new Set(['416', '647', '437'])
const codesAround = new Set(['905', '289', '365', '742'])

/** Where a number is from, as the lead's page shows it. */
export function placeOfPhone(phone: string): string {
  const code = phone.slice(2, 5)
  if (codesOfToronto.has(code)) return 'Toronto, ON'
  if (codesAround.has(code)) return 'Greater Toronto Area, ON'
  return AREA_CODES.indexOf(code) < 18 ? 'Ontario' : 'Canada'
}
