/** A district with its neighbourhoods. */
export interface District {
  name: string
  neighbourhoods: readonly string[]
}

/** A municipality of the Greater Toronto Area. */
export interface Municipality {
  name: string
  /** How many of a thousand leads look here. */
  weight: number
  /** What a home costs beside one in Toronto. */
  priceLevel: number
  districts: readonly District[]
}

const district = (name: string, neighbourhoods: string): District => ({
  name,
  neighbourhoods: neighbourhoods.split(', '),
})

const municipality = (
  name: string,
  weight: number,
  priceLevel: number,
  districts: Record<string, string>,
): Municipality => ({
  name,
  weight,
  priceLevel,
  districts: Object.entries(districts).map(([district_, neighbourhoods]) => district(district_, neighbourhoods)),
})

/** Real municipalities, districts and neighbourhoods of the Greater Toronto Area. */
export const municipalities: readonly Municipality[] = [
  municipality('Toronto', 470, 1, {
    'Old Toronto':
      'King West, Liberty Village, Queen West, Trinity-Bellwoods, Little Italy, The Annex, Seaton Village, Yorkville, Rosedale, Summerhill, Deer Park, Forest Hill, Davisville, Lawrence Park, Cabbagetown, Regent Park, Corktown, Distillery District, St. Lawrence, Financial District, Entertainment District, CityPlace, Harbourfront, Fort York, Niagara, Parkdale, Roncesvalles, High Park, Swansea, The Junction, Bloor West Village, Bloordale, Dufferin Grove, Palmerston, Kensington Market, Chinatown, Church and Wellesley, Riverdale, Leslieville, The Beaches, Danforth, Playter Estates, Moss Park, Casa Loma, Wychwood, Dovercourt Park, Brockton Village, Toronto Islands',
    'North York':
      'Willowdale, Lansing, Newtonbrook, Bayview Village, Don Mills, Banbury, York Mills, Hoggs Hollow, Bedford Park, Armour Heights, Bathurst Manor, Clanton Park, Downsview, York University Heights, Jane and Finch, Humber Summit, Humbermede, Pleasant View, Hillcrest Village, Parkway Forest, Henry Farm, Flemingdon Park, Victoria Village, Parkwoods, The Bridle Path, Lawrence Manor, Englemount',
    Scarborough:
      'Agincourt, Malvern, Rouge, Highland Creek, West Hill, Guildwood, Cliffcrest, Cliffside, Birch Cliff, Clairlea, Wexford, Dorset Park, Bendale, Woburn, Morningside, Milliken, Steeles, Tam O’Shanter, L’Amoreaux, Kennedy Park, Oakridge, Scarborough Village, Port Union',
    Etobicoke:
      'Mimico, New Toronto, Long Branch, Alderwood, Humber Bay Shores, The Queensway, Islington, The Kingsway, Sunnylea, Thorncrest Village, Princess-Rosethorn, Markland Wood, Eringate, Richview, Humber Heights, Thistletown, Rexdale, Kingsview Village, West Humber, Stonegate, Edenbridge',
    York: 'Fairbank, Oakwood Village, Humewood, Mount Dennis, Weston, Rockcliffe-Smythe, Lambton, Runnymede, Keelesdale, Silverthorn, Briar Hill',
    'East York':
      'Leaside, Thorncliffe Park, Old East York, O’Connor-Parkview, Woodbine Heights, Crescent Town, Broadview North, Governor’s Bridge, Pape Village',
  }),
  municipality('Mississauga', 120, 0.9, {
    'City Centre': 'Square One, Fairview, Hurontario, Cooksville, Mississauga Valleys, Rathwood, Applewood',
    'Port Credit': 'Port Credit Village, Mineola, Lakeview, Lorne Park, Clarkson',
    'Central Erin Mills': 'Erin Mills, Credit Mills, Erindale, Creditview, Sawmill Valley',
    Streetsville: 'Old Streetsville, Vista Heights, East Credit',
    'Meadowvale Village': 'Meadowvale, Lisgar, Churchill Meadows, Levi Creek',
    Malton: 'Westwood, Ridgewood, Derry West',
  }),
  municipality('Brampton', 90, 0.78, {
    'Downtown Brampton': 'Four Corners, Peel Village, Queen Street Corridor, Brampton East',
    Bramalea: 'Bramalea Woods, Central Park, Northgate, Southgate, Avondale',
    'Mount Pleasant': 'Northwest Brampton, Fletcher’s Meadow, Fletcher’s Creek Village, Credit Valley',
    Springdale: 'Sandringham, Wellington, Vales of Castlemore, Gore Industrial',
    Heartlake: 'Heart Lake East, Heart Lake West, Snelgrove, Westgate',
  }),
  municipality('Vaughan', 55, 1.05, {
    Woodbridge: 'East Woodbridge, West Woodbridge, Vellore Village, Sonoma Heights, Weston Downs',
    Maple: 'Old Maple, Rural Vaughan, Patterson, Eagle Hills',
    Concord: 'Vaughan Metropolitan Centre, Edgeley, Glen Shields',
    Thornhill: 'Thornhill Woods, Crestwood, Beverley Glen, Uplands, Lakeview Estates',
    Kleinburg: 'Kleinburg Village, Copper Creek, Nashville',
  }),
  municipality('Markham', 55, 1.02, {
    Unionville: 'Old Unionville, South Unionville, Village Green, Berczy, Angus Glen',
    'Markham Village': 'Old Markham Village, Raymerville, Bullock, Sherwood-Amberglen',
    Cornell: 'Cornell Rouge, Greensborough, Box Grove, Boxwood',
    Milliken: 'Milliken Mills East, Milliken Mills West, Middlefield',
    'Thornhill East': 'Aileen-Willowbrook, Bayview Glen, Royal Orchard, German Mills, Commerce Valley',
  }),
  municipality('Richmond Hill', 35, 1.06, {
    'Central Richmond Hill': 'Mill Pond, Crosby, Harding, Observatory, North Richvale',
    'Oak Ridges': 'Oak Ridges Lake Wilcox, Jefferson, Westbrook, Bond Lake',
    'South Richvale': 'Langstaff, Doncrest, Bayview Hill, Rouge Woods',
  }),
  municipality('Oakville', 35, 1.12, {
    'Old Oakville': 'Downtown Oakville, Kerr Village, South East Oakville, Eastlake',
    Bronte: 'Bronte Village, Bronte East, Palermo West, Bronte Creek',
    'Uptown Core': 'River Oaks, Iroquois Ridge, Joshua Creek, Clearview, The Preserve',
    'Glen Abbey': 'College Park, West Oak Trails, Fourteen Mile',
  }),
  municipality('Burlington', 26, 0.88, {
    'Downtown Burlington': 'Brant, Roseland, Shoreacres, LaSalle',
    'North Burlington': 'Alton Village, Millcroft, Orchard, Headon Forest, Tyandaga',
    Aldershot: 'Aldershot Central, Plains Road, Bayview Burlington',
  }),
  municipality('Milton', 22, 0.8, {
    'Old Milton': 'Downtown Milton, Dorset Park Milton, Bronte Meadows',
    'New Milton': 'Beaty, Clarke, Dempsey, Coates, Willmott, Harrison, Scott, Ford',
  }),
  municipality('Pickering', 20, 0.78, {
    'South Pickering': 'Bay Ridges, Liverpool, West Shore, Frenchman’s Bay, Dunbarton',
    'North Pickering': 'Amberlea, Highbush, Seaton, Duffin Heights, Brock Ridge',
  }),
  municipality('Ajax', 18, 0.76, {
    'South Ajax': 'Ajax Waterfront, South East Ajax, Discovery Bay',
    'North Ajax': 'Northwest Ajax, Northeast Ajax, Pickering Village, Central Ajax',
  }),
  municipality('Whitby', 18, 0.77, {
    'Downtown Whitby': 'Port Whitby, Blue Grass Meadows, Lynde Creek, Pringle Creek',
    Brooklin: 'Old Brooklin, Taunton North, Williamsburg, Rolling Acres',
  }),
  municipality('Oshawa', 20, 0.64, {
    'Central Oshawa': 'O’Neill, McLaughlin, Vanier, Eastdale, Lakeview Oshawa',
    'North Oshawa': 'Windfields, Kedron, Taunton, Samac, Northglen, Pinecrest',
  }),
  municipality('Newmarket', 12, 0.8, {
    'Central Newmarket': 'Old Davis Tract, Gorham-College Manor, Huron Heights, Bristol-London',
    'West Newmarket': 'Summerhill Estates, Stonehaven-Wyndham, Woodland Hill, Glenway Estates',
  }),
  municipality('Aurora', 10, 0.95, {
    'Old Aurora': 'Aurora Village, Aurora Heights, Hills of St Andrew',
    'East Aurora': 'Bayview Wellington, Bayview Northeast, Rural Aurora',
  }),
  municipality('Caledon', 8, 0.92, {
    Bolton: 'Bolton East, Bolton West, Bolton North',
    'Caledon East': 'Inglewood, Palgrave, Caledon Village',
  }),
  municipality('Halton Hills', 8, 0.82, {
    Georgetown: 'Georgetown South, Stewarttown, Glen Williams',
    Acton: 'Acton East, Fairy Lake',
  }),
  municipality('Clarington', 7, 0.66, {
    Bowmanville: 'Old Bowmanville, Port Darlington, Liberty North',
    Courtice: 'Courtice North, Courtice South',
  }),
  municipality('Whitchurch-Stouffville', 6, 0.93, {
    Stouffville: 'Old Stouffville, Wheler’s Mill, Ballantrae',
  }),
  municipality('King', 4, 1.35, { 'King City': 'King City Village, Nobleton, Schomberg' }),
  municipality('East Gwillimbury', 4, 0.78, {
    'Holland Landing': 'Sharon, Queensville, Mount Albert',
  }),
  municipality('Georgina', 3, 0.6, { Keswick: 'Keswick North, Keswick South, Sutton, Jackson’s Point' }),
  municipality('Uxbridge', 2, 0.75, { 'Uxbridge Town': 'Uxbridge Centre, Goodwood, Leaskdale' }),
]

/** Streets that exist, for the addresses of homes that people look at. */
export const streets: readonly string[] = [
  'Stadium Rd',
  'Niagara St',
  'Ordnance St',
  'Queens Quay W',
  'Bathurst St',
  'Spadina Ave',
  'King St W',
  'Queen St E',
  'Dundas St W',
  'College St',
  'Bloor St W',
  'Danforth Ave',
  'Yonge St',
  'Bay St',
  'Sherbourne St',
  'Jarvis St',
  'Carlaw Ave',
  'Logan Ave',
  'Pape Ave',
  'Greenwood Ave',
  'Kingston Rd',
  'Sheppard Ave E',
  'Finch Ave W',
  'Eglinton Ave E',
  'Lake Shore Blvd W',
  'Park Lawn Rd',
  'The Queensway',
  'Royal York Rd',
  'Hurontario St',
  'Lakeshore Rd E',
  'Burnhamthorpe Rd W',
  'Bovaird Dr W',
  'Main St N',
  'Highway 7',
  'Kennedy Rd',
  'Major Mackenzie Dr',
  'Trafalgar Rd',
  'Brant St',
  'Liverpool Rd',
  'Harwood Ave S',
  'Brock St S',
  'Simcoe St N',
]

/** Invented buildings. */
export const buildings: readonly string[] = [
  'Garrison Point',
  'The Foundry Lofts',
  'Harbour Lanterns',
  'Maple Terraces',
  'Ninety Six Lofts',
  'Ravine House',
  'Lakeline Towers',
  'The Saddlery',
  'Junction Yards',
  'Northgate Residences',
  'Humber Sails',
  'Distillery Row',
  'Orchard Park Towns',
  'The Waterworks',
  'Cedar & Main',
]
