import { gunzipSync } from 'node:zlib';
import type { ChosenFile } from './uploading.js';

/**
 * Three places of Switzerland with the columns `nr`, `name` and `height`, as GDAL 3.6.2 writes them: `ogr2ogr` with
 * `-t_srs EPSG:2056` for the shapefile, in a ZIP, and for the GeoPackage, which is compressed with gzip here, and with
 * `-f KML` for the KMZ. The FlatGeobuf is in EPSG:2056 too, without an index. The workbook is of openpyxl 3.1.5: a sheet
 * with a note comes before that of the places, and one with a bench after it.
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
  flatgeobuf: [
    'H4sIAAAAAAACA51VTW/bNhhmmqRNtyAogh6KYsUIoQcXJTR92hJWoJNlQfbgWJ6UFMG8DFBs2uZmSy4tJ2v3Fwbssh+x007FTr31B+wXDO',
    'hpu2yXYYcBO2QvZTmN02Qo8gIURfJ9nocvP172B4er/cHhSu06QvfRwu7C/wbaROunPbfQHXQd3YYRsBWE2lCVoNyGsg9lFb0x8f8aoC+g',
    '/ABlDdovGvU/ftl2nfW/2a/tLdW53/y5v73lOT9Vws9Wb+oOUKIMbQHfWq4sFLfgawF+YwOhDwqeTajbYfCpG0Ydya2rtqI/xB/h5hPblE',
    'jViTzfC/yzgxKpObt7O2faXrPZaEdBo9aRqnQ6pSOsWoYqkbJeqeh2RVZNk2i2DbVmqZpFml7L363vtRq7HWlMM04loh4cHJB22NjxgNjn',
    'lCbHrDuUiEKclt/05r49OoAR6JQVtWKYumZrpmrbhq4DWKh77ciXiKGaCnS4QeuJF0aNoNWRomM2neLgcMSezijeobwbZynHAIYgd7zdeg',
    'DoepqxhL7tVTqKOYuTDFcfSGdkbEs1xaSd0AEGL+xIzThj2axHcdrHE55+RbsZSxPcpUkeo1GWbVMzFHNu5XcM7YykZanqOck0GfyfZkU2',
    'dNu09IVdSVNb1nSes/EsGwpFlrCMxSM8goWDFVGuRK+fo08GI4r7PB3jUETTZ7SHsxRHX9Nj7HPWu7KQsSwUdWMhFHfFJsOaLQejksh1Fh',
    'IzGHomTuky4bn99+IpnKABjrOLtkIrK8IuPv3LvOVl3lbKs+HlxKr2zsQVcc3cqOPGPKNTONREOyDOfgNud8mD000hAhKENVAF6MX3dOHf',
    'Av9EzKwAaJcC9iLH9zqRG7Q9yBpxD0Q4JZjC0U0o5SKy6Ywf0WcE9nmSDng8GbIuHseTiRgrjWI+oDhOenhMe2w2xlOxcw9kCeYSeg7cAk',
    'a7w4wm04yy5GMMtz17TvkIEMKnWg32O4YpWxoxZbtMjIpsqURVZMNeyhuaYsLCi3wr8uRyKpznSuE3z923IKfeKLLzJrRye2+j6IHUj4aU',
    'DYYZQr+dnJxA8/3FmOBJ4jEVKm9YNnNNsPWF3zXhxxEa5XpzE3lcZHPh86jgKqHiAYGyDd/PX73kkDoJbrKkR5Nh2r9WoF8/niPXiu9c48',
    'vf//r+5Te103ejd4meUWDunc5uJZ+7T5NXPx7Rhcg/j3Pc2zrn36sv8qiXNZTC/+7pq7eSt93hjC8E1j65mH/x/n374Xf//vlQc/4D1Ju/',
    'bYgHAAA=',
  ],
  workbook: [
    'UEsDBBQAAAAIAAAAIVwBY/BjUQEAADUCAAAYAAAAeGwvd29ya3NoZWV0cy9zaGVldDEueG1sTVLbTsMwDP2VKM9oKZMYaGorjSEED0jTxu',
    'U5a902WhKXxKPw9zjd9SHqsWOfc+wmHzDsYgdA4tdZHwvZEfVzpWLVgdNxgj14vmkwOE0chlbFPoCuxyZn1TTLZspp42WZj7lVKHPckzUe',
    'VkHEvXM6/D2CxaGQt/KUWJu2ozGhyrzXLWyAPnpu4FCdeWrjwEeDXgRoCrm4nS8OHWPFp4EhXmGRhtki7lLwWhcyS57AQkWJQvPnB5ZgbW',
    'JiJ99HUnkRTZ3X+ET/PM7P9rY6whLtl6mpK+SDFDU0em9pjcMLHGe6u1h80qTLPOAgQhq2zKsEkiQXGp+WtKHAecNKVL4HgCiwEdQxEoSD',
    'jzeiwr0nqIXxYppNZ5NcEXtMHariw+wnywe5tM43HVrjo7DQsFI2uWdT4eDvEBD24/q3SIRuhB3/VgipgO8bRDoHaT/nl1L+A1BLAwQUAA',
    'AACAAAACFcU2VWYvQBAAAhBQAAGAAAAHhsL3dvcmtzaGVldHMvc2hlZXQyLnhtbHVU246bMBD9FcRzhbkm2RUgNSS9SK202lVbqW8ODMFa',
    'Y1PbCe0f9SP6tj+2NptlHQq84PGcOXMO2JP2XDzKBkA5v1vKZOY2SnW3CMmygRZLj3fAdKbmosVKh+KIZCcAV0NRS1Ho+yvUYsLcPB327k',
    'Se8pOihMGdcOSpbbH4swXK+8wN3NeNe3Js1LCB8rTDR3gA9a3TBTpEI09FWmCScOYIqDP3fXC7j4eKAfGdQC+ttWPMHDh/NMHnKnN9owko',
    'lMpQYP06QwGUGiat5NeF1H1rairt9Sv9h8G/lnfAEgpOf5BKNZm7cZ0Kanyi6p73n+DiKXmTuMMK56ngvSOM2TwtzcK01EDCzEd6UELvE9',
    '1J5UykSOn+JkLlBb1dROMWZvDFEp5yNgPfLcKxmoHvl+DNYP+6Amnno/1wtB8OFObEnPMgRWfbbLhA//PpnyBl8875QlgFrOH1nHWbeeMl',
    '8YR9Z+fjtReto2vA3gb4XjJmr5xEo5PIgocTJ9GCk4/Anv6eZ/+cTbfygniibmfn45UX+vFEvg0IluTHo/zYgk96beMF+UVzmjulhc114y',
    'VReGM9Ex/xtY9NMrFh58P/bCDrapnR8RWLI2HSoVDrKt9b6wsoXu7iS6B4N4yaA1eKt8Oy0SMMhAHofM25GgMzC8apmD8DUEsDBBQAAAAI',
    'AAAAIVzYRqX5bwEAAPECAAAYAAAAeGwvd29ya3NoZWV0cy9zaGVldDMueG1sdVLbbsIwDP2VKh9AoOKyobbS6DRtD5MQaNtzoC6NSOIuMX',
    'T7+yUFSifBU3zsY/vYcdKg3bsKgKIfrYxLWUVUzzl32wq0cAOswfhIiVYL8tDuuKstiKJN0orHw+GUayENy5LWt7RZggdS0sDSRu6gtbC/',
    'C1DYpGzELo6V3FXUOniW1GIHa6CP2id4yLs6hdRgnEQTWShT9jSa53Gb0TI+JTSuZ0dhmA3iPoC3ImXDoAkUbCmUEP45Qg5KhUpeyfe5KL',
    's2DZl9+1L+pZ3fy9sIBzmqL1lQlbIHFhVQioOiFTavcJ5pcpX4LEhkicUmsmHYLNkGI7T0RGnCktZkvV/6TpQZoSHh5BUEzLdn/uIeX6G5',
    'Qc/v0gX9p3OvrJMXd/LiO/kLYfa35J344QKO2WwwniT82JfTD4+ng8dr/NSf91YVTuFd2J00LlJQ+rzhYOYXak+7PQHCuj2dDRKhbs3Kny',
    'TYQPDxEpE6EP62u/LsD1BLAwQUAAAACAAAACFc0gXxRlICAABHCgAADQAAAHhsL3N0eWxlcy54bWzdVtuK2zAQ/RXjD6iTmJq4JHmoIVBo',
    'y8LuQ1/lWE4EuriyvCT9+mok57ab41L6VpvgmTk6M2ekMc6qdyfJnw+cu+SopO7X6cG57lOW9bsDV6z/YDquPdIaq5jzrt1nfWc5a3oiKZ',
    'ktZrMiU0zodLPSg9oq1yc7M2i3Tmdpkm1WrdHX0DyNAb+WKZ68MrlOKyZFbUVczJSQpxhfhMjOSGMT59VwolOo/xUXzEeXpI65lNDGhmgW',
    'y4RH7xMLKS8qFmkMbFYdc45bvfVOJIXoe2y0X06dV7G37DRffExvGOHhy9TGNtzetRtDm5XkrSOGFftDMJzp6FEb54wiqxFsbzSLSs600f',
    'C5d1zKZzqvH+1dgWObxI3/0oQ9p47Pplc1mjHN6FCB23Qx+b/n7cSrcZ8H35AO/s/BOP5keSuOwT+2bwRcagcld+Uv0YRGZZ1+pxGUNznq',
    'QUgn9OgdRNNw/b47n9+x2g/5XQG/quEtG6R7uYDr9Gp/440YVHlZ9USNjauu9lc6ynlxnVNfTOiGH3lTja7d18FMvOHLjldgvIW24QIQZE',
    'UQQATCWlAGZEUerPU/9rXEfUUQKlw+hpaYtcSsyHsIVeGGtQCr9BdouSzzvCjg9lbVYxkV3MOioB9ICBUSB9aian+78xMDMDE2f5gNeMqT',
    'YwNbnhhR2PLEzhME9pA4ZQkGANYiDjwUOFEkAtSiUQOsPKdzhgrhaz4BlSWEaEjB9BYF2qiCbnBe8CXK87IEEIFARp5DiF7YCQjKICEQyv',
    'P4IX3zPcvO37ns+tdx8xtQSwMEFAAAAAgAAAAhXGuS/8KLAAAA8QAAAAsAAABfcmVscy8ucmVsc43POw7CMBAE0KtYe4BsoKBAiSuatCgX',
    'MM4msfxZy3ZEuD0uA6KgHM3oSdPdyaliOOTVxCx270LuYS0lXhGzXsmr3HCkUJuZk1elxrRgVNqqhfDcthdMRwNkdzTF+Ir0j8jzbDTdWG',
    '+eQvkBfy1AjCotVHrYHT452QezbSoKYph6SMN0AoGyw4+H8g1QSwMEFAAAAAgAAAAhXE/wEERPAQAAqAIAAA8AAAB4bC93b3JrYm9vay54',
    'bWyNUV1Pg0AQ/CvkfoBQqk1sSh+0UZsYNW3j+wFL2fQ+yN7Ran+9exCUpEnj07GzO8PO7OJk6ZBbe4i+tDJuTpmovW/mceyKGrR0N7YBw7',
    '3KkpaeS9rHtqqwgJUtWg3Gx2mSzGICJT1a42psnOjV/qPlGgJZuhrAa9VLaYlGLBfDZh8UxePKeijCnwIakE+Ek/sbCGV0RIc5KvTfmei+',
    'FYhIo0GNZygzkYjI1fb0YgnP1niptgVZpTIx6RufQB6LC3gb1tzJ3HWIl/kmeM7ELGHBCsn5bqLTl7zkEXi4r1pvn1B5oJX08Ey2bdDsOx',
    'm2EY98dFEMb2SkhkxsOKJIQ1iCwXXZL+RZaWSP5sgNWpe95pi/IwA3YqdX2OkF+wEM32/Mn17hT3tHg40SKjRQvrGSCw0OteCLhqfzkd7e',
    'Te45vFapR8bezauV5W8uw1GXP1BLAwQUAAAACAAAACFc75+u7q4AAACaAgAAGgAAAHhsL19yZWxzL3dvcmtib29rLnhtbC5yZWxzzZI9Do',
    'MwDEavEuUAmJ+qQwVMXVgrLhAFQxCBRHGqwu2L6ACROnSp2sn6bOl9b3B+Qy18byZSvSU2j3qigivv7QWApMJRUGQsTuulNW4Ufo2uAyvk',
    'IDqENI7P4I4MXuZHJqsXi58QTdv2Eq9G3kec/BswPIwbSCF6zmrhOvQFh1nva4JtJNFK5qxqCu6qJuEMfm2UBkbpHxhlgVH2TSPyi0badV',
    '456D9t/RC8YvkEUEsDBBQAAAAIAAAAIVw+2wrG7gAAAIcDAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbM2TvU7DMBDHXyXyWtVXisSAmi6F',
    'FRh4gcO5NFb8Jd+1pG+Pk0IHVEBIlWA62ff/+A326vmQiKvBu8C16kTSLQCbjjyyjolC2bQxe5RyzFtIaHrcEiwXixswMQgFmcuYodarO2',
    'px56S6H8o12xhqlcmxqjZH4dhVK0zJWYNS9rAPzaeW+XuDLs5Jw51NPCsCVcHZimn1ZcOH8XFPOduGqifM8oC+yGBwwHJwxPr7jDOUsW2t',
    'oSaanS8WzSkTNtwRiXf6GDr7ofo15n5yMEzj6sIUp/zfgiz/C8j1X4K8xNhf+l2MU3u04QQA0/9bvwFQSwECFAMUAAAACAAAACFcAWPwY1',
    'EBAAA1AgAAGAAAAAAAAAAAAAAAgAEAAAAAeGwvd29ya3NoZWV0cy9zaGVldDEueG1sUEsBAhQDFAAAAAgAAAAhXFNlVmL0AQAAIQUAABgA',
    'AAAAAAAAAAAAAIABhwEAAHhsL3dvcmtzaGVldHMvc2hlZXQyLnhtbFBLAQIUAxQAAAAIAAAAIVzYRqX5bwEAAPECAAAYAAAAAAAAAAAAAA',
    'CAAbEDAAB4bC93b3Jrc2hlZXRzL3NoZWV0My54bWxQSwECFAMUAAAACAAAACFc0gXxRlICAABHCgAADQAAAAAAAAAAAAAAgAFWBQAAeGwv',
    'c3R5bGVzLnhtbFBLAQIUAxQAAAAIAAAAIVxrkv/CiwAAAPEAAAALAAAAAAAAAAAAAACAAdMHAABfcmVscy8ucmVsc1BLAQIUAxQAAAAIAA',
    'AAIVxP8BBETwEAAKgCAAAPAAAAAAAAAAAAAACAAYcIAAB4bC93b3JrYm9vay54bWxQSwECFAMUAAAACAAAACFc75+u7q4AAACaAgAAGgAA',
    'AAAAAAAAAAAAgAEDCgAAeGwvX3JlbHMvd29ya2Jvb2sueG1sLnJlbHNQSwECFAMUAAAACAAAACFcPtsKxu4AAACHAwAAEwAAAAAAAAAAAA',
    'AAgAHpCgAAW0NvbnRlbnRfVHlwZXNdLnhtbFBLBQYAAAAACAAIAAwCAAAIDAAAAAA=',
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
export const flatgeobuf = (): ChosenFile => file('trees.fgb', gunzipSync(bytesOf('flatgeobuf')));
/** Its sheets are “Read me”, “Trees” and “Benches”. */
export const workbook = (): ChosenFile => file('trees.xlsx', bytesOf('workbook'));

export const topojson = (): ChosenFile => {
  const geometries = rows.map(([nr, name, ...position]) => ({
    type: 'Point',
    coordinates: position.slice(0, 2),
    properties: { nr, name },
  }));
  const trees = { type: 'GeometryCollection', geometries };
  return file('trees.topojson', JSON.stringify({ type: 'Topology', objects: { trees }, arcs: [] }));
};

/** It ends in the middle of its first place. */
export const brokenGpx = (): ChosenFile => file('walk.gpx', gpx().buffer.subarray(0, 120));
