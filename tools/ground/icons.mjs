/** The icons of the sheets: which package has them, and what they are called there, if not the same. */
const MAKI = [
  // Signs
  ...['marker', 'marker-stroked', 'circle', 'circle-stroked', 'square', 'square-stroked', 'triangle'],
  ...[
    'triangle-stroked',
    'diamond',
    'star',
    'star-stroked',
    'heart',
    'cross',
    'arrow',
    'information',
    'caution',
  ],
  // Nature
  ...[
    'flower=florist',
    'garden',
    'park',
    'wetland',
    'water',
    'waterfall',
    'hot-spring',
    'mountain',
    'volcano',
  ],
  ...['viewpoint', 'beach'],
  // Outdoors
  ...[
    'campsite',
    'shelter',
    'picnic-site',
    'drinking-water',
    'toilet',
    'playground',
    'bbq',
    'slipway',
    'harbor',
  ],
  ...['lighthouse', 'swimming', 'skiing', 'bicycle', 'horse-riding', 'dog-park', 'zoo', 'farm', 'windmill'],
  // Sport
  ...['stadium', 'pitch', 'soccer', 'tennis', 'basketball', 'volleyball', 'golf', 'fitness-centre'],
  // City
  ...['home', 'building', 'city', 'town-hall', 'school', 'college', 'library', 'museum', 'theatre', 'cinema'],
  ...['music', 'art-gallery', 'attraction', 'monument', 'castle', 'landmark', 'place-of-worship'],
  ...[
    'cemetery',
    'hospital',
    'doctor',
    'pharmacy',
    'defibrillator',
    'police',
    'fire-station',
    'post',
    'bank',
  ],
  ...['shop', 'grocery', 'bakery', 'restaurant', 'cafe', 'bar', 'lodging', 'wheelchair', 'recycling'],
  ...['waste-basket', 'industry', 'communications-tower', 'construction', 'dam', 'bridge'],
  // Transport
  ...['bus', 'rail', 'rail-light', 'airport', 'ferry', 'car', 'parking', 'fuel', 'charging-station'],
];
const TEMAKI = [
  // Nature
  ...['tree=tree_broadleaved', 'conifer=tree_needleleaved', 'palm=tree_palm', 'tree-row=tree_row'],
  ...['stump=tree_stump', 'shrub', 'hedge', 'grass', 'plant', 'boulder=boulder2', 'cairn'],
  // Outdoors
  ...['bench', 'hut', 'campfire', 'fountain', 'climbing', 'canoe', 'sailing', 'walking=pedestrian'],
  ...['binoculars', 'information-board=info_board', 'ruins', 'bicycle-parking=bicycle_parked'],
  // City
  ...['street-lamp=street_lamp_arm', 'fire-hydrant=fire_hydrant', 'wind-turbine=wind_turbine'],
  ...['power-tower=power_tower', 'statue'],
];

const named = (folder) => (text) => {
  const [name, source = name] = text.split('=');
  return { name, path: `${folder}/${source}.svg` };
};

/** Every icon, by its name on the sheets, in alphabetical order. */
export const ICONS = [
  ...MAKI.map(named('@mapbox/maki/icons')),
  ...TEMAKI.map(named('@rapideditor/temaki/icons')),
].toSorted((one, other) => (one.name < other.name ? -1 : 1));
