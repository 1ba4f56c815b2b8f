export interface DemoBuyer {
  firstName: string;
  lastName: string;
  email: string;
  streetAddress: string;
  city: string;
  /** A region of the United States, as the country data spells it. */
  state: string;
  zipCode: string;
  /** Digits only, all from the 555-01xx block that is kept for fiction. */
  telephone: string;
}

/** The first one is the demo login. */
export const buyers: readonly DemoBuyer[] = [
  {
    firstName: "Amara", lastName: "Whitcombe", email: "amara.whitcombe@example.com", telephone: "8025550143",
    streetAddress: "27 Lantern Street", city: "Burlington", state: "Vermont", zipCode: "05401",
  },
  {
    firstName: "Daniel", lastName: "Okonkwo", email: "daniel.okonkwo@example.com", telephone: "2075550150",
    streetAddress: "118 Juniper Avenue", city: "Portland", state: "Maine", zipCode: "04103",
  },
  {
    firstName: "Hannah", lastName: "Sorensen", email: "hannah.sorensen@example.com", telephone: "2185550157",
    streetAddress: "9 Ferry Lane", city: "Duluth", state: "Minnesota", zipCode: "55802",
  },
  {
    firstName: "Luis", lastName: "Barragán", email: "luis.barragan@example.com", telephone: "2105550164",
    streetAddress: "4410 Mission Oak Drive", city: "San Antonio", state: "Texas", zipCode: "78228",
  },
  {
    firstName: "Mei-Ling", lastName: "Tsai", email: "meiling.tsai@example.com", telephone: "9165550171",
    streetAddress: "63 Camellia Court", city: "Sacramento", state: "California", zipCode: "95819",
  },
  {
    firstName: "Owen", lastName: "Gallagher", email: "owen.gallagher@example.com", telephone: "9785550178",
    streetAddress: "215 Harbor Street", city: "Gloucester", state: "Massachusetts", zipCode: "01930",
  },
  {
    firstName: "Fatima", lastName: "Haddad", email: "fatima.haddad@example.com", telephone: "3135550185",
    streetAddress: "780 Birchwood Road", city: "Dearborn", state: "Michigan", zipCode: "48124",
  },
  {
    firstName: "Jonas", lastName: "Keller", email: "jonas.keller@example.com", telephone: "7175550192",
    streetAddress: "31 Mill Creek Way", city: "Lancaster", state: "Pennsylvania", zipCode: "17602",
  },
  {
    firstName: "Thandiwe", lastName: "Mokoena", email: "thandiwe.mokoena@example.com", telephone: "4045550199",
    streetAddress: "502 Magnolia Terrace", city: "Atlanta", state: "Georgia", zipCode: "30312",
  },
  {
    firstName: "Claire", lastName: "Beaumont", email: "claire.beaumont@example.com", telephone: "3375550106",
    streetAddress: "16 Bayou Street", city: "Lafayette", state: "Louisiana", zipCode: "70501",
  },
  {
    firstName: "Ravi", lastName: "Subramanian", email: "ravi.subramanian@example.com", telephone: "7325550113",
    streetAddress: "2907 Cedar Hollow Lane", city: "Edison", state: "New Jersey", zipCode: "08817",
  },
  {
    firstName: "Ingrid", lastName: "Halvorsen", email: "ingrid.halvorsen@example.com", telephone: "2065550120",
    streetAddress: "88 Fjord Avenue", city: "Seattle", state: "Washington", zipCode: "98107",
  },
  {
    firstName: "Marcus", lastName: "Delgado", email: "marcus.delgado@example.com", telephone: "5205550127",
    streetAddress: "1340 Saguaro Road", city: "Tucson", state: "Arizona", zipCode: "85712",
  },
  {
    firstName: "Nora", lastName: "Fitzsimmons", email: "nora.fitzsimmons@example.com", telephone: "4015550134",
    streetAddress: "5 Chapel Hill Street", city: "Newport", state: "Rhode Island", zipCode: "02840",
  },
  {
    firstName: "Kwame", lastName: "Asante", email: "kwame.asante@example.com", telephone: "6145550141",
    streetAddress: "664 Linden Place", city: "Columbus", state: "Ohio", zipCode: "43206",
  },
  {
    firstName: "Sofía", lastName: "Renaldi", email: "sofia.renaldi@example.com", telephone: "3055550148",
    streetAddress: "2201 Coral Way", city: "Miami", state: "Florida", zipCode: "33145",
  },
  {
    firstName: "Peter", lastName: "Van Houten", email: "peter.vanhouten@example.com", telephone: "6165550155",
    streetAddress: "47 Tulip Lane", city: "Holland", state: "Michigan", zipCode: "49423",
  },
  {
    firstName: "Aiko", lastName: "Yamashita", email: "aiko.yamashita@example.com", telephone: "8085550162",
    streetAddress: "390 Plumeria Street", city: "Hilo", state: "Hawaii", zipCode: "96720",
  },
  {
    firstName: "Gabriel", lastName: "Moreau", email: "gabriel.moreau@example.com", telephone: "6035550169",
    streetAddress: "12 Granite Street", city: "Concord", state: "New Hampshire", zipCode: "03301",
  },
  {
    firstName: "Leila", lastName: "Farahani", email: "leila.farahani@example.com", telephone: "5595550176",
    streetAddress: "871 Olive Grove Road", city: "Fresno", state: "California", zipCode: "93704",
  },
  {
    firstName: "Samuel", lastName: "Trask", email: "samuel.trask@example.com", telephone: "2085550183",
    streetAddress: "3 Sheepfold Road", city: "Boise", state: "Idaho", zipCode: "83702",
  },
  {
    firstName: "Beatrix", lastName: "Nowak", email: "beatrix.nowak@example.com", telephone: "3125550190",
    streetAddress: "1526 Division Street", city: "Chicago", state: "Illinois", zipCode: "60622",
  },
  {
    firstName: "Tobias", lastName: "Engström", email: "tobias.engstrom@example.com", telephone: "7855550197",
    streetAddress: "240 Prairie Avenue", city: "Lindsborg", state: "Kansas", zipCode: "67456",
  },
  {
    firstName: "Yetunde", lastName: "Bello", email: "yetunde.bello@example.com", telephone: "9195550104",
    streetAddress: "919 Crape Myrtle Drive", city: "Durham", state: "North Carolina", zipCode: "27707",
  },
  {
    firstName: "Walter", lastName: "Pruitt", email: "walter.pruitt@example.com", telephone: "8595550111",
    streetAddress: "76 Bluegrass Lane", city: "Lexington", state: "Kentucky", zipCode: "40508",
  },
  {
    firstName: "Zoë", lastName: "Marchetti", email: "zoe.marchetti@example.com", telephone: "6075550118",
    streetAddress: "18 Vineyard Road", city: "Ithaca", state: "New York", zipCode: "14850",
  },
  {
    firstName: "Hugo", lastName: "Villanueva", email: "hugo.villanueva@example.com", telephone: "5055550125",
    streetAddress: "3305 Acequia Street", city: "Santa Fe", state: "New Mexico", zipCode: "87505",
  },
  {
    firstName: "Eleanor", lastName: "Ashdown", email: "eleanor.ashdown@example.com", telephone: "8605550132",
    streetAddress: "54 Beacon Street", city: "Hartford", state: "Connecticut", zipCode: "06105",
  },
  {
    firstName: "Dmitri", lastName: "Volkov", email: "dmitri.volkov@example.com", telephone: "7185550139",
    streetAddress: "1108 Ocean Parkway", city: "Brooklyn", state: "New York", zipCode: "11230",
  },
  {
    firstName: "Grace", lastName: "Tallchief", email: "grace.tallchief@example.com", telephone: "9185550146",
    streetAddress: "620 Red Earth Road", city: "Tulsa", state: "Oklahoma", zipCode: "74104",
  },
  {
    firstName: "Callum", lastName: "Reid", email: "callum.reid@example.com", telephone: "5415550153",
    streetAddress: "33 Thistle Street", city: "Eugene", state: "Oregon", zipCode: "97401",
  },
  {
    firstName: "Noor", lastName: "Siddiqui", email: "noor.siddiqui@example.com", telephone: "9725550160",
    streetAddress: "2450 Banyan Court", city: "Plano", state: "Texas", zipCode: "75024",
  },
  {
    firstName: "Josephine", lastName: "Larkspur", email: "josephine.larkspur@example.com", telephone: "2315550167",
    streetAddress: "7 Orchard Row", city: "Traverse City", state: "Michigan", zipCode: "49684",
  },
  {
    firstName: "Andre", lastName: "Toussaint", email: "andre.toussaint@example.com", telephone: "5045550174",
    streetAddress: "415 Esplanade Street", city: "New Orleans", state: "Louisiana", zipCode: "70116",
  },
  {
    firstName: "Wren", lastName: "Halloway", email: "wren.halloway@example.com", telephone: "9705550181",
    streetAddress: "29 Aspen Trail", city: "Durango", state: "Colorado", zipCode: "81301",
  },
  {
    firstName: "Mateo", lastName: "Quiroga", email: "mateo.quiroga@example.com", telephone: "7755550188",
    streetAddress: "1872 Juniper Canyon Road", city: "Reno", state: "Nevada", zipCode: "89509",
  },
  {
    firstName: "Priscilla", lastName: "Oyelaran", email: "priscilla.oyelaran@example.com", telephone: "8045550195",
    streetAddress: "302 Dogwood Street", city: "Richmond", state: "Virginia", zipCode: "23220",
  },
  {
    firstName: "Björn", lastName: "Lund", email: "bjorn.lund@example.com", telephone: "6085550102",
    streetAddress: "61 Lakeview Avenue", city: "Madison", state: "Wisconsin", zipCode: "53703",
  },
  {
    firstName: "Ruth-Anne", lastName: "Petrie", email: "ruthanne.petrie@example.com", telephone: "8435550109",
    streetAddress: "140 Palmetto Street", city: "Charleston", state: "South Carolina", zipCode: "29403",
  },
  {
    firstName: "Farid", lastName: "Zamani", email: "farid.zamani@example.com", telephone: "4105550116",
    streetAddress: "5501 Sycamore Avenue", city: "Baltimore", state: "Maryland", zipCode: "21212",
  },
];
