//! Derives `binary::Binary`: fields in their order, and before those of an enumeration the number of the variant.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Data, DeriveInput, Fields, Ident, Member, parse_macro_input};

/// Derives `Binary` for structures and enumerations without generic parameters. Types that contain themselves have the attribute
/// `#[binary(bounded)]`: their depth is limited, and their first variant does not contain them. A field with `#[binary(skip)]` is not
/// written, and has its default when read.
#[proc_macro_derive(Binary, attributes(binary))]
pub fn derive(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let name = &input.ident;
    let variants: Vec<(TokenStream, &Fields)> = match &input.data {
        Data::Struct(data) => vec![(quote!(Self), &data.fields)],
        Data::Enum(data) => data.variants.iter().map(|variant| (path(&variant.ident), &variant.fields)).collect(),
        Data::Union(_) => return Err(syn::Error::new_spanned(name, "a union cannot be written")),
    };
    let is_enum = matches!(input.data, Data::Enum(_));
    let count = variants.len() as u32;
    let mut write = TokenStream::new();
    let mut reads = Vec::new();
    for ((path, fields), number) in variants.iter().zip(0_u32..) {
        let number = is_enum.then(|| quote!(writer.number(u64::from(#number));));
        let Members { written, names, skipped } = members(fields)?;
        write.extend(quote!(#path { #(#written: #names,)* #(#skipped: _,)* } => { #number #(::binary::Binary::write(#names, writer);)* }));
        reads.push(quote!(#path { #(#written: ::binary::Binary::read(reader),)* #(#skipped: Default::default(),)* }));
    }
    // The last pattern takes all that is left.
    let patterns = (1..count).map(|number| quote!(#number)).chain([quote!(_)]);
    let read =
        reads.iter().cycle().skip(usize::from(is_enum)).zip(patterns).map(|(read, pattern)| quote!(#pattern => #read));
    let variant = if is_enum { quote!(reader.variant(#count)) } else { quote!(0_u32) };
    let read = quote!(match #variant { #(#read),* });
    let write = quote!(match self { #write });
    let (write, read) = if has(&input.attrs, "bounded")? {
        (quote!(writer.nested(|writer| #write)), quote!(reader.nested(|reader| #read)))
    } else {
        (write, read)
    };
    Ok(quote! {
        impl ::binary::Binary for #name {
            fn write(&self, writer: &mut ::binary::Writer<'_>) {
                #write
            }
            fn read(reader: &mut ::binary::Reader<'_>) -> Self {
                #read
            }
        }
    })
}

fn path(variant: &Ident) -> TokenStream {
    quote!(Self::#variant)
}

/// Fields that are written, names for their values, and the other fields.
struct Members {
    written: Vec<Member>,
    names: Vec<Ident>,
    skipped: Vec<Member>,
}

fn members(fields: &Fields) -> syn::Result<Members> {
    let mut members = Members { written: Vec::new(), names: Vec::new(), skipped: Vec::new() };
    for (member, field) in fields.members().zip(fields) {
        if has(&field.attrs, "skip")? {
            members.skipped.push(member);
        } else {
            members.names.push(format_ident!("field_{}", members.names.len()));
            members.written.push(member);
        }
    }
    Ok(members)
}

/// Looks for `#[binary(word)]`.
fn has(attributes: &[Attribute], word: &str) -> syn::Result<bool> {
    let mut is_there = false;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("binary")) {
        attribute.parse_nested_meta(|meta| {
            is_there = meta.path.is_ident(word);
            if is_there { Ok(()) } else { Err(meta.error(format!("expected `{word}`"))) }
        })?;
    }
    Ok(is_there)
}
