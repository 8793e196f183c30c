import { gunzipSync } from 'node:zlib';
import type { ChosenFile } from './uploading.js';

/**
 * Three places of Switzerland with the columns `nr`, `name` and `height`, as GDAL 3.6.2 writes them: `ogr2ogr` with
 * `-t_srs EPSG:2056` for the shapefile, in a ZIP, and for the GeoPackage, which is compressed with gzip here, and with
 * `-f KML` for the KMZ.
 */
const recorded = {
  shapefile: [
    'UEsDBBQAAAAIAGeKfV1QPIEOBwAAAAUAAAAJAAAAdHJlZXMuY3BnCw1x07UAAFBLAwQUAAAACABnin1dXobRInIAAADYAQAACQAAAHRy',
    'ZWVzLmRiZmOu45ZlZmBgaGQoYsAG8hDCfiCCE10+MTcVynQGEQFo8hmpmekZJQj9Evyo8rwKMGAYdXhPUWZyho6CT2ZeSmpeRn6aAhWA',
    'oZGeqQEKgEsZuafmHV5RlqpAZWChZ2SK3UZj54zSIgWqAyMDPVQvGkgBAFBLAwQUAAAACABnin1dcQk+QxkBAADWAQAACQAAAHRyZWVz',
    'LnByam1QXWuDMBT9L3ldEJMYNY/Opq2l1mLtXkSCc3et4JRpymC/ftFVytqdhwTOx72Hu0+TTXjIUbgmwmZPavsiOMIrmaxG1jzqqiC8',
    'CLJjnKPFjTns1zJNokWOnmEYoFHEdwjCLvM8JjyLcI6pEOanPqF+UeB9GsXSzFj1AO1XXZ0Rti27wMddlJnJcDL8RBHP4YwKyokQDmNT',
    'NNnIMIuSXY7Wna5bUMlrU39eQMXQV6XuehV81x8XfVYhtBp6ZEJBGsQyk2mOlmUzgJLlYKInhKlrjxiXP5h2Xa/Pk4vQ/1yHqmxALcvK',
    '7DSeO/VaAmFxn9t27anWlzfT/H3uiD3LYYL7bMbfRKkfAo5rCU4dm//Cna8XwySPdYofUEsDBBQAAAAIAGeKfV2xw5A9VgAAALgAAAAJ',
    'AAAAdHJlZXMuc2hwY2BQ52LADmJeMDMwMAIZWzw93pwXcnZk/ZJ5N4DP0FHFZ1uaEJ+r4zrzoEBmTmNHBsIAZAwXiIh7/ql/T4ULsl4m',
    'mBy6PUAhZpgczM5q+Z7fb7WNHAFQSwMEFAAAAAgAZ4p9XdslryM+AAAAfAAAAAkAAAB0cmVlcy5zaHhjYFDnYsAO7F4wMzAwAhlbPD3e',
    'nBdydmT9knk3gM/QUcVnW5oQn6vjOvOgQGZOY0cGwsAIiEH2OEBpPxANAFBLAQIUAxQAAAAIAGeKfV1QPIEOBwAAAAUAAAAJAAAAAAAA',
    'AAAAAACkgQAAAAB0cmVlcy5jcGdQSwECFAMUAAAACABnin1dXobRInIAAADYAQAACQAAAAAAAAAAAAAApIEuAAAAdHJlZXMuZGJmUEsB',
    'AhQDFAAAAAgAZ4p9XXEJPkMZAQAA1gEAAAkAAAAAAAAAAAAAAKSBxwAAAHRyZWVzLnByalBLAQIUAxQAAAAIAGeKfV2xw5A9VgAAALgA',
    'AAAJAAAAAAAAAAAAAACkgQcCAAB0cmVlcy5zaHBQSwECFAMUAAAACABnin1d2yWvIz4AAAB8AAAACQAAAAAAAAAAAAAApIGEAgAAdHJl',
    'ZXMuc2h4UEsFBgAAAAAFAAUAEwEAAOkCAAAAAA==',
  ],
  kmz: [
    'UEsDBBQAAAAIAGiKfV1uMUrjgQEAAHUEAAAHAAAAZG9jLmttbK2Uu27CMBSG5/IUlrtSm1y4tHLMUEqXDkioS5cqSg7EIrEjx1z6Rn2I',
    'brxYHZMg2jIglUx/7O8k53xRzMa7Ikcb0JVQMsIe6WEEMlGpkMsIr83iboTRmHfYymIWlVWEM2PKB0q32y1RJcilqIgEQy1BfeJjC09U',
    'si5AGiTSCGulzHuqknpjnmRQxEjGBUTYaIAKO+YQeeeGzUVR5jAVkKcNJjVG5qO0SUiDOaMnyPmKDMQyM23VIlfx3zp763qxaaryFDRn',
    'dTF3nTDqcgchNsvjxGJ6Vb/Krb7tv7RIsi56ETIFmalFi9+wp50Bu5hOYhPzZto6o8rFV51H+PY4bNu7I47Dcq9t1T3lLNZMyD2f9H/R',
    '7WCHFuiPjuxA9cVmyqrkLFFK2w8dG6j4iPRDrxsOSTAMGD3dYfSA1zboiY6zcp5B7j83cGUj/uVGRsS/kpEB8cKgGw6I3wv/YeQxW+sr',
    '6wgu1+H3riPjnvQDJ2PUv8wFo81vZVN7HFjYHhK88w1QSwECFAMUAAAACABoin1dbjFK44EBAAB1BAAABwAAAAAAAAAAAAAApIEAAAAA',
    'ZG9jLmttbFBLBQYAAAAAAQABADUAAACmAQAAAAA=',
  ],
  geopackage: [
    'H4sICJReDGsCA3RyZWVzLmdwa2cA7ZxPbBvZfcdnREukZFuyvetlt86u37I1KEaUxKFEybSt7dLSWOJGImWKilfrbAaz5CM1MTnDnRla',
    'tNMW9Wo3RdEA6bk9BDm1h6IFinTbQ4AiCJBLD7n0ECBYoKfmkl4WCQokAZI3M/wzQw61WlvIOur3A0rUe7/f+/f7/d6b92ZI7dzdVExK',
    'Kppel02ywF3geJ57gxCO4ybYz0tcjzD7OeNK8xwX/bH1x/r2l9Y5fya4uRI/ailP/cpKv+S8AQAAAAAAAAAA4HfH5RfOW4f6if/gpv5u',
    'auXcPfYHAAAAAAAAzy+HL36nMj7DXR75QHnyyr31HXJ9kVSpVqamUhK3d9Yv/M+6mF9f3bkfcYSR+FqmuLtlJyUhbWXsbG+IhXx2raey',
    'tLB8XVhYjifT1+eSqeVkciG1tBDP7BY38oVsce9+xKo5Eo8sJxYSkXfe8ZEsLSSXLMl2IbslstbWdUrVA6W0H4knfNSvpxOCpb6byxbv',
    'R8q0ytSZ5lxCWF5MLSTTyZSQTi8u+PUhLSSTdh/eyrJBbsqmYjbLrHAuXyhudLM1tdrOFzM7Rb8eLzo9rnU052vtqkhJ0/SyosomNYii',
    'kjItKXW5RpxeGkRTiblPSdv2RmOf6ppS/vDdvwmFYswvf/0yt7ohpBMLM2SebH45nbLaC4W2C/k3La94ZZF4x1vt/K67uumet25Tw6A1',
    'IlxfFGyXLS+kl+eEVIq5Lc3ek9eF5HVfpyUWhzhNSCV+x04bdEO3D/k3xdViNp+7H9nQTEWlUv7dmvJek0pbVC/JpqZLmcdKvWnuS6tU',
    'NakeYYUyhcyWWBQL9yMd70laRSo58vji0lw6lVxMpByWvAU6jneXWJ5bXEinri908JSQneYj8XTCk6/TkqlUFFqWqrpSlmS1WqMDSkZJ',
    'rlGpIpfYQCJxwSOryDWDSlQ22LCrkXhyKWHho6Jqurlv6wjJto7jjDo1ddam4Gf6hOM1Z2KInUba08LOzHWr7UyigVqSiZQ1W77CBVe4',
    'y6Gr9V21TCvMSWVr8anqcmNfKZGdwk4unxObHVnTT6k3u4hOK1SnaokS45Fh0vr933QI3uQu81cf9FpZlXU2HRVZ7TTyG59WekpHNGKd',
    '//mpv+fYCwAAAAAAAAAAAJ8v9/iz4VfC51eCjBHTuvFWobLZ1KlhJ5KJ5NKsIMwm00Vh+YaQviGk5haTwtuZ1Us/+tlG9l8ywuT2x8rP',
    'Axlx8lLlo81IZmE8cLew/I+h0IR9/v8/jr0AAAAAAAAAAABwuggFwuP2nQOc/wEAAAAAAAAAgNN//nc+//8Ljr0AAAAAAAAAAABwmhjn',
    'A2HePv4H8PwfAAAAAAAAAAA4tfQ9//8px14AAAAAAAAAAAD4/SbMB8OXwyOhkH3or1Ktvp3P5oqd///3CcdeAAAAAAAAAAAAODWcPxO+',
    'PN69DYDP/wMAAAAAAAAAAKcWz+f/uQswCAAAAAAAAAAAcJqZwPkfAAAAAAAAAAA49eD5PwAAAAAAAAAAcPrB838AAAAAAAAAAOD0Yz3/',
    'D0zJ3NT3p77J3gAAAAAAAAAAAPA0xAJj3B3+Mr++zfGhEMfxPMv8482PKpcmxczXr37zV/87k8wEVveb+osLI5bqlaBH9bvZjZ/96NJq',
    'ZvTnysfbk0JmZJ2qP/iHh/QN8hd2/Ss8KzQueAt99aeffOt7rbXMPy0X7gbGFzJv/+B7ulLaj5NNRS1TdV+rvBHrnf/5qV9w7AUAAAAA',
    'AAAAAIDTxDgfCPP2v/8PWOf/kalFburb7BcAAAAAAAAAAAC6KCNjN7nowWvVxoOqVKemXJZNWdJphepULVFP9r5pNm7Mzx8cHMxVqdaQ',
    'Sw/kKp3T9Oq80aAlIZmY/yPaMqlqKJraLaRTuTx7oCsmlfix6EBTJ9nAhH3+/1du6r/ZLwAAAAAAAAAAADw/fHH0Jhflj3P7YeTqaJSL',
    'jg+/feB8/n+SYy8AAAAAAAAAAOD/CU80PshdmXnl8DXrbGxQs/10vVqWa9YzdZO2zPlWvXZrfS2zudWsmcqaVpcVdat9mn59gpBbnQQp',
    '27KVSC5TzH5ZlNYyxUzE0rB01rLkAX3UJ/s6+bNb80w0RGlLXMtmpOLethh5XW40akpJNhVNnX+olq1n/zNfMzS1W5790e3Urfmh/XXO',
    '///FsRcAAAAAAAAAAAB+j/giHwqHOW5lnDPld2vU/qJ/MpFcmhWE2WS6KCzfENI3hNTcYlJ4+/zkJ9wLnM5N/vLcx5P/Nvmn5/hzfzu+',
    'f/ajsw+Cfz5+dfTfRw/O/OTMXwW+Fdgeuc3UToDDrReC4Zs3+W8Idu+O8ymGXvaLqwUxUxRJMXN7UyRDlMh090/JKGkNSoriW0WSy7Of',
    '3c3NuN2upMp1RxAvabVmXXVl6NqBpJSlh3KtSUk2VxTXxULcVOrUMOV6g6yxHhSzW2K3RrIm3snsbhbJtGHqFUtxOnptb/ZaffZauXht',
    '48a1rRvXKm9H41FVO4jGYvF6WaoorAtKuVN7r3NM1pBZ302XNL6az+0UCxmWJCW9rkv1iiJVHpA7+YKYXc+RL4l7ZLpXaYwUxDtiQcyt',
    'ijteG00z4WBlDd/Kur04urrY+2cvBcPRKH+4O+hPT+KF4b4j0y5TuPpXlxoPyHYhu5Up7Nkdy+ysekzl496uM6Lte3hRW9GU1bKsl6Wm',
    'rvSFQ535SzIfDa+nc9ePVdTp7xDNaGzl4lj47gzPWf9ns2W8V7O+wyM3Tc1OS/agu1/HMSShL+PSk4MLwfDMDH94rWfMnrgveXHQoD0h',
    'mf7UMO99L6ib17NKmVYUVbHuL/YJ/GaUy2VVZks2BXdz2bu7orsTceLqQJx4G4/FtqfGrIHv2QXahjPoe01rFvclL3jG3SectqtnqdiT',
    'lyeD4XCYf/9ibxm0f015ykfsvAiZJpGKUo50w9ATdrvFfDbHim2JOdewSaRKtXqEbDNhkaVUPUKsm7S7W+0060rEsTWJ7FOlum9G2GTK',
    'bMb+5PxYeGf2yDAxrclcl01dabXjxJUzebh6LhieneW/ke4Fikvenz4/GCou6UCs9Ib4WNPqUo0+pDWfpcrp3IFSNveHSp1hD4rt5ocU',
    'tWXDCjaUFq1JLclQHlOylt+1BtQnfOQvdEVp44FkmnWPjz2h2hu2Z72ssGL1uuSylmfV7OUPrpklTWUBbxpupdjhqxPBcCrFfyj5epEF',
    'temXd/ZIb1oawz3qHnPc0A3/i5CiSq0B+1m5jwZz5ZafLst9dJQHmCmrZt04MVv61c2G563UGe9ghUZDNhW5Zm0hJOOR0VWMrZ8dC99P',
    'HXueMssPzlUr99wHXDAYXl7m//Jqz9PW4sGWpUeSszAavpmhQV/3qxwxffvX/J6kW4l15fNTGBYbj0kxm9vLutfB+mCWd65ZjVm9NYbP',
    'OFdPPb5sstIld5QMXlkGfM/01ZONptIJxFJ2fCz8zvKRsdTvWSnpmz2RDX32qgTf7PEnL40Gw/Pz/JP7vcDUqnrXKgMZY4MB6RYfb+Gp',
    'UNls6pSVaqq9Nb6zj7LUY5mxsfDu/JFjdLfbHp87K3j4hRF7a/rhQW9snnF1EoHBMXVEx1xJ7RPI4CYyrpRZJUpFobojcKKX7a6Mkq40',
    'etur3hYyXpMNUyrty2qVnsBRw7WSx4l7Bfcs3EzkWrD75v7gZNCltsbTzIjuhEifGQtvRY/0cNe7SU9yNB04flHBkzzDjqAh6xz6foC3',
    'r72HsV5w9PXUL29kMFR8Z/zxV1RPHGl6VVaVx7LPxtstYsPR9DJrzHeJdu3dB3b13riLnZ+4yZ3jprnQr4P/PLY/ejHww5GvTX73/Fv8',
    'q2d/fXaMCdo8Ma4Gr9wNhw7H2SWtWqV6+00qU7a1ppJnQku9vXbHWoXsutXFyKcXi5DMnaK9GGyKrGQ+192h3xbXszmyu21NisGFh+yI',
    'LDw968pKX3qWCOTeBotNUtMOqO65Kqy086J2Y9HYTSLm1t7PfiF4ZXc29MGVdr8Hru3uDaekqAYzTL9Onwmix6kjygZrzS3m2x2xULSs',
    'MFAuas0+ImZWN0ghf69tnR1mtdUiYZN1R5zO3M4X2NEj6tRJmM/tEbNFZqCuKHmoaDXZpAa7EqvMd7KimjeIZz9dbxomeZeSqs6syhY0',
    'k61RJBGNtW1qBdl0Trw35yn0Okm0bbn3cvDKPWbL9DBbek4MUrPB1lT6mY3pV0nXmu3Yyd8h3tPJs5nXaeRpzOvtRUlWVc22MDsBG455',
    'ha55bdN6C9wiQtu2G3/g2DZ8PNs+ZaD6VfK8ROqJmbIYdqa88CmmtM+uzxil7jqGB6lzSv6cY9TpxPHt6uj3zLr2kmPWi8cy67MFqLuO',
    '5yw+n9WMb15ml2FmxteGmbF35+JpY3Oghv7I1Cqu+yOfW1y6uuBnzoTXnC7tW90r0q0XHWOOHsOYTxmRAzU8L/H47OZju8L/PCVPzJ4Y',
    'r/rvbh37fubd7fBind1tz/sntrud+cy7271XnDX55rF2t0+5nPjU4XOp8+wZP68l5UR3u1eOZdvWCdi2dSzbtp4H27aexratfttm//BY',
    'p7LWCZzKWs/vqexEbPlbEn2otQBgAQA=',
  ],
};

const bytesOf = (name: keyof typeof recorded): Buffer => Buffer.from(recorded[name].join(''), 'base64');

const file = (name: string, content: Buffer | string): ChosenFile => ({
  name,
  mimeType: '', // as browsers have it for most of these
  buffer: Buffer.from(content),
});

/** The three places as they are kept: their names, and longitude and latitude with five decimals. */
export const PLACES = [
  { name: 'Zürich, Lindenhof', position: [8.541, 47.373] },
  { name: 'Genève', position: [6.143, 46.204] },
  { name: 'Chur', position: [9.533, 46.85] },
] as const;

const rows = PLACES.map(({ name, position: [x, y] }, index) => [index + 1, name, x, y, index + 0.5] as const);

/** A CSV as Excel saves it in German: semicolons, decimal commas, Windows-1252. */
export const semicolonCsv = (): ChosenFile => {
  const cell = (value: number | string): string => String(value).replace('.', ',');
  const lines = rows.map(
    ([nr, name, x, y, height]) => `${nr};"${name}";${[x, y, height].map(cell).join(';')}`,
  );
  return file('trees.csv', Buffer.from(['nr;name;lon;lat;height', ...lines, ''].join('\r\n'), 'latin1'));
};

/** In UTM zone 32, which nothing says: other zones have the same coordinates. */
export const tableWithoutSystem = (): ChosenFile =>
  file('nowhere.csv', 'nr,name,x,y\n1,Lindenhof,465347.887,5246717.73\n2,Chur,540634.862,5188633.267\n');

export const gpx = (): ChosenFile => {
  const points = rows.map(([, name, x, y]) => `<wpt lat="${y}" lon="${x}"><name>${name}</name></wpt>`);
  const head =
    '<?xml version="1.0"?><gpx version="1.1" creator="a" xmlns="http://www.topografix.com/GPX/1/1">';
  return file('trees.gpx', `${head}${points.join('')}</gpx>`);
};

export const kmz = (): ChosenFile => file('trees.kmz', bytesOf('kmz'));
export const swissShapefile = (): ChosenFile => file('trees.zip', bytesOf('shapefile'));
export const geopackage = (): ChosenFile => file('trees.gpkg', gunzipSync(bytesOf('geopackage')));
/** It ends in the middle. */
export const brokenGpx = (): ChosenFile => file('walk.gpx', gpx().buffer.subarray(0, -20));
