import { redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type MetaFunction } from "@remix-run/react";
import { allergensOf } from "~/features/food-information/words";
import { read } from "~/api/client";
import type { Product, ProductFacets } from "~/features/catalogue/schema";
import { MOST_COUNTED } from "~/features/pagination";
import { sessionOf } from "~/session/session.server";
import { grid, visuallyHidden } from "~/styles/layout.css";
import { ButtonLink } from "~/ui/button/button";
import { Misread } from "~/ui/misread/misread";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { cardsOf } from "../cards";
import { misreadIn } from "~/routes/shared/misread";
import { chosenPlace, WhatReaches } from "./what-reaches";
import { placeOf } from "../reach/place.server";
import { categoryPages } from "~/routes/shared/categories.server";
import { keyForLists } from "../form-key.server";
import { publicHeaders, publicMeta } from "../public-page";
import { chosenFilters, readWanted, shopAddress, shopRules } from "../shop-address";
import { EAGER, ShopCard } from "../shop-card";
import { Chosen } from "./chosen";
import { Filter } from "./filter";
import { MorePages } from "./more-pages";
import { NothingFound } from "./nothing-found";
import * as styles from "./styles.css";
import { Understood } from "./understood";
import { textOfNothing, withCounts } from "./words.server";

const PRODUCTS_A_PAGE = 10;

export const headers = publicHeaders;

export const meta: MetaFunction<typeof loader> = ({ data: shop, matches }) => {
  const { categoryId = "", q = "", page = 1, sort = "latest" } = shop?.wanted ?? {};
  const narrowed = (shop?.chosen.length ?? 0) > (categoryId ? 1 : 0);
  return publicMeta(matches, {
    title: q ? `Search: ${q}` : categoryId || "Shop",
    description: `${categoryId || "Fresh food"} from independent growers, bakers and fishers. Shipping is free unless a stall says otherwise.`,
    path: shopAddress({ categoryId, page }),
    unlisted: q !== "" || sort !== "latest" || narrowed || shop?.total === 0,
  });
};

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const { searchParams } = new URL(args.request.url);
  const shopQuery = readWanted(searchParams);
  const { categoryId, page, from, reach, ...list } = shopQuery;
  const whereabouts = await session.whereabouts.query();
  const query = { ...list, ...whereabouts, categoryId, page: String(page), from: String(from), facets: "1" as const };
  const [productList, categories, marks, formKey] = await Promise.all([
    read(session.api().product.general.$get({ query: { ...query, ...(reach === "all" && { reach: "mark" }) } })),
    categoryPages(session),
    session.lists.marks(),
    keyForLists(session),
  ]);
  if (productList.data.mergedInto)
    throw redirect(shopAddress({ ...shopQuery, categoryId: productList.data.mergedInto.title }), 301);
  // The address may name a category by its id or in other letters. The page uses the category's title.
  const category = categories.docs.find(
    ({ _id, title }) => _id === categoryId || title.toLowerCase() === categoryId.toLowerCase(),
  );
  const understood = { ...shopQuery, categoryId: category?.title ?? categoryId };
  const stallName = stallNameIn(shopQuery.stall, productList.data);
  const place = await placeOf(session);
  const filters = [...chosenFilters(understood, stallName), ...chosenPlace(understood, place)];
  return {
    wanted: understood,
    misread: misreadIn(searchParams, shopRules),
    chosen: filters,
    place,
    categories: withCounts(
      categories.docs.map(({ title }) => title),
      productList.data.facets,
    ),
    stallName,
    allergens: allergensOf(session.config.units),
    nothing: productList.data.total === 0 ? textOfNothing(understood, filters.length) : "",
    total: productList.data.total,
    counted:
      productList.data.cut && productList.data.total >= MOST_COUNTED
        ? "More than 2,000"
        : String(productList.data.total),
    cut: productList.data.cut ?? false,
    short: productList.data.short ?? false,
    corrected: productList.data.corrected,
    dropped: productList.data.dropped ?? [],
    instead: productList.data.instead ?? [],
    facets: productList.data.facets,
    hasNextPage: productList.data.hasNextPage,
    cards: cardsOf(productList.data.docs, marks, place),
    formKey,
  };
}

/** The name of the stall to which the list is narrowed. Empty if the list's data does not have it. */
function stallNameIn(stall: string | undefined, { docs, facets }: { docs: Product[]; facets?: ProductFacets }): string {
  if (!stall) return "";
  const stallInfo =
    facets?.stalls.find(({ _id }) => _id === stall) ?? docs.find(({ merchant }) => merchant._id === stall)?.merchant;
  return stallInfo?.storeName ?? "";
}

export default function Shop() {
  const {
    wanted,
    misread,
    chosen,
    place,
    categories,
    facets,
    stallName,
    allergens,
    total,
    counted,
    cut,
    short,
    corrected,
    dropped,
    instead,
    nothing,
    hasNextPage,
    cards,
    formKey,
  } = useLoaderData<typeof loader>();
  return (
    <div className={styles.shop}>
      <header>
        <h1>Products</h1>
        <p className={styles.count} role="status">
          <b>{counted}</b> {total === 1 ? "result" : "results"} found
          {wanted.q && ` for “${wanted.q}”`}
          {wanted.categoryId && ` in ${wanted.categoryId}`}
        </p>
        <Misread sentences={misread} />
        <Understood q={wanted.q} corrected={corrected} dropped={dropped} instead={instead} />
        {short ? (
          <p>
            These were looked for among the newest products alone. Another, longer word beside them finds all that have
            it.
          </p>
        ) : cut ? (
          <p>
            Very many products match: these are {wanted.q || chosen.length > 0 ? "the newest" : "the first"} of them.
            Another word or a filter finds the others.
          </p>
        ) : null}
      </header>
      <Filter wanted={wanted} categories={categories} facets={facets} stallName={stallName} allergens={allergens} />
      <div>
        <h2 className={visuallyHidden}>Results</h2>
        <WhatReaches place={place} wanted={wanted} />
        <Chosen chosen={chosen} wanted={wanted} reach={place.postcode ? "all" : undefined} />
        {total === 0 ? (
          <NothingFound wanted={wanted} filters={chosen.length} text={nothing} />
        ) : cards.length === 0 ? (
          <EmptyState
            title="The list ends before this page"
            action={<ButtonLink to={shopAddress({ ...wanted, page: 1, from: 1 })}>Back to the first page</ButtonLink>}
          />
        ) : (
          <ul className={grid}>
            {cards.map((card, place) => (
              <ShopCard
                key={card.id}
                card={card}
                formKey={formKey}
                returnTo={shopAddress(wanted)}
                eager={place < EAGER}
              />
            ))}
          </ul>
        )}
        <MorePages wanted={wanted} pages={Math.ceil(total / PRODUCTS_A_PAGE)} hasNextPage={hasNextPage} />
      </div>
    </div>
  );
}
